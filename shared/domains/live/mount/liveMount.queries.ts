import type { QueryFilter, SortOrder } from "mongoose";
import { within, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { liveErrors } from "../live.errors.js";
import { LiveMountModel, type LiveMountDoc } from "./liveMount.model.js";
import type { ExplainStatus, MountStatus } from "../live.states.js";

/** LiveMountNotFound. */
export async function getLiveMount(mountId: number): Promise<LiveMountDoc> {
  const mount = await LiveMountModel.findOne({ _id: mountId }).lean<LiveMountDoc>();
  if (!mount) throw liveErrors.LiveMountNotFound();
  return mount;
}

interface LiveMountSearch extends Page {
  liveId?: number | undefined;
  spuId?: number | undefined;
  status?: MountStatus | undefined;
  explainStatus?: ExplainStatus | undefined;
  /** Inclusive at both ends. */
  createdBetween?: TimeSpan | undefined;
  sortField?: "sort" | "createTime" | "updateTime" | undefined;
  sortAsc?: boolean | undefined;
}

const sortKeys = { sort: "sort", createTime: "createdAt", updateTime: "updatedAt" } as const;

/** By their sort in the live, or by the given field. */
export async function pageLiveMounts(search: LiveMountSearch): Promise<PageOf<LiveMountDoc>> {
  const { createdBetween, sortField = "sort", sortAsc = sortField === "sort" } = search;
  const filter = mountFilter(search);
  if (search.spuId !== undefined) filter.spuId = search.spuId;
  if (createdBetween) filter.createdAt = within(createdBetween);
  const direction: SortOrder = sortAsc ? 1 : -1;
  return pageOf(LiveMountModel, filter, search, { [sortKeys[sortField]]: direction, _id: direction });
}

export type MountQuery = Pick<LiveMountSearch, "liveId" | "status" | "explainStatus">;

/** The mounts of a live in their order, at most 10,000 like every unpaged list (rules: Envelope and limits). */
export async function listLiveMounts(query: MountQuery & { liveId: number }, limit = 10_000): Promise<LiveMountDoc[]> {
  return LiveMountModel.find(mountFilter(query)).sort({ sort: 1, _id: 1 }).limit(limit).lean<LiveMountDoc[]>();
}

function mountFilter({ liveId, status, explainStatus }: MountQuery): QueryFilter<LiveMountDoc> {
  const filter: QueryFilter<LiveMountDoc> = {};
  if (liveId !== undefined) filter.liveId = liveId;
  if (status !== undefined) filter.status = status;
  if (explainStatus !== undefined) filter.explainStatus = explainStatus;
  return filter;
}
