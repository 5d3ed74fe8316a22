import type { z } from "zod";
import { userInShort } from "#api/member/memberInShort.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import type { BargainRecordAdminPage, GroupRecordAdminView } from "./activity.schemas.js";
import { bargainRecordRow, groupRecordView } from "./activity.views.js";
import type { NamedBargainRecord, NamedGroupRecord } from "./activityRecordAdmin.joins.js";

export const groupRecordAdminView = (row: NamedGroupRecord): z.input<typeof GroupRecordAdminView> => ({
  ...groupRecordView(row),
  user: userInShort(row.member),
  activityName: row.activityName,
  orderId: row.record.orderId,
  virtualGroup: row.group.virtualGroup,
  createTime: row.record.createdAt.getTime(),
});

export const bargainRecordAdminView = (
  row: NamedBargainRecord,
): z.input<typeof BargainRecordAdminPage>["list"][number] => ({
  ...bargainRecordRow(row),
  user: userInShort(row.member),
  activityName: row.activityName,
  spuName: row.spu?.name ?? "",
  picUrl: mediaUrl(row.spu?.picUrl ?? ""),
});
