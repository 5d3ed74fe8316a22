import { z } from "zod";
import { csvExport, onlyCount, shopTime } from "#api/http/csv/csvExport.js";
import { endpoint, operator } from "#api/http/endpoint.js";
import { DateRange, LongId, optional, pageInput, pageOf, Time } from "#api/http/fields.js";
import { UserInShort, userInShort } from "#api/member/memberInShort.js";
import { pageWithMembers, type OfMember } from "#shared/domains/member/index.js";
import { eachDownload, pageDownloads, type DownloadDoc } from "#shared/domains/website/index.js";

const BASE = "/admin-api/website/download-log";
const NOUN = "website:download-log";
const int = z.number().int();

const Query = pageInput({ userId: optional(LongId), sourceId: optional(LongId), createTime: DateRange });

const View = z.object({
  id: int,
  /** Null for an anonymous download. */
  userId: int.nullable(),
  user: UserInShort,
  sourceId: int,
  /** Its name and version at that time. */
  sourceName: z.string(),
  version: z.string(),
  createTime: Time,
});

const view = (row: OfMember<DownloadDoc>): z.input<typeof View> => ({
  id: row._id,
  userId: row.memberId,
  user: userInShort(row.member),
  sourceId: row.sourceId,
  sourceName: row.sourceName,
  version: row.version,
  createTime: row.createdAt.getTime(),
});

const page = endpoint({
  method: "get",
  path: `${BASE}/page`,
  access: operator(`${NOUN}:query`),
  summary: "Lists downloads of source packages, newest first",
  input: { query: Query },
  output: pageOf(View),
  handle: async ({ query: { userId, ...query } }) =>
    pageWithMembers(await pageDownloads({ ...query, memberId: userId }, query)),
  view: ({ list, total }) => ({ list: list.map(view), total }),
});

const exported = csvExport({
  path: BASE,
  noun: NOUN,
  summary: "Exports the downloads that match the same filters as a CSV file",
  pageQuery: Query,
  count: async ({ userId, ...query }) => (await pageDownloads({ ...query, memberId: userId }, onlyCount)).total,
  rows: ({ userId, ...query }) => eachDownload({ ...query, memberId: userId }),
  columns: [
    ["Download", "下载编号", (row) => row._id],
    ["Member", "用户编号", (row) => row.memberId],
    ["Source", "源码编号", (row) => row.sourceId],
    ["Name", "名称", (row) => row.sourceName],
    ["Version", "版本", (row) => row.version],
    ["Made at", "下载时间", (row) => shopTime(row.createdAt)],
  ],
});

export const downloadLogEndpoints = [page, exported];
