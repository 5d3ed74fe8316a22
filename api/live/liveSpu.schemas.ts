import { z } from "zod";
import { SpuDetailView, SpuView } from "#api/catalog/spu.schemas.js";
import { LongId, longOf, optional } from "#api/http/fields.js";
import { MountStatus, ShelfFilter } from "#shared/domains/live/live.states.js";
import { Flag } from "./live.fields.js";
import { LiveMountView } from "./liveMount.schemas.js";

/** The clients' values: 0 on shelf (stored as 1), 1 off shelf (rules: Catalog and prices). */
const ShelfStatus = optional(
  longOf(Object.values(ShelfFilter)).transform((status): MountStatus =>
    status === ShelfFilter.onShelf ? MountStatus.onShelf : MountStatus.offShelf,
  ),
);

export const LiveSpuListBody = z.object({ liveId: LongId, explainStatus: optional(Flag), status: ShelfStatus });
export const LiveSpuDetailBody = z.object({ liveId: LongId, explainStatus: Flag, status: ShelfStatus });
export const LiveSpuListView = z.array(SpuView.extend({ liveProductBaseInfoRespApiVO: LiveMountView }));
export const LiveSpuDetailView = SpuDetailView.extend({ liveProductBaseInfo: LiveMountView });
