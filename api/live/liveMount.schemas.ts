import { z } from "zod";
import { DateRange, LongId, optional, pageInput, pageOf, QueryBoolean, Time } from "#api/http/fields.js";
import { Sort, Flag } from "./live.fields.js";

const int = z.number().int();

/** status: 1 on shelf, 0 off; explainStatus: 1 being explained now. */
export const LiveMountView = z.object({
  id: int,
  liveId: int,
  spuId: int,
  status: int,
  sort: int,
  explainStatus: int,
  createTime: Time,
  updateTime: Time,
});
export const LiveMountPageView = pageOf(LiveMountView);

const shelf = { status: optional(Flag), sort: optional(Sort), explainStatus: optional(Flag) };
export const LiveMountCreateBody = z.object({ liveId: LongId, spuId: LongId, ...shelf });
/** liveId and spuId may be sent along unchanged. */
export const LiveMountUpdateBody = z.object({
  id: LongId,
  liveId: optional(LongId),
  spuId: optional(LongId),
  ...shelf,
});
export const LiveMountStatusBody = z.object({ id: LongId, status: Flag });
export const LiveMountExplainBody = z.object({ id: LongId, explainStatus: Flag });
export const LiveMountSortBody = z.object({ id: LongId, sort: Sort });
export const LiveMountPageQuery = pageInput({
  liveId: optional(LongId),
  spuId: optional(LongId),
  status: optional(Flag),
  explainStatus: optional(Flag),
  createTime: DateRange,
  sortField: optional(z.enum(["sort", "createTime", "updateTime"])),
  sortAsc: optional(QueryBoolean),
});
