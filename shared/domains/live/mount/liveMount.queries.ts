import type { QueryFilter, SortOrder } from "mongoose";
import { liveErrors } from "../live.errors.js";
import { LiveMountModel, type LiveMountDoc } from "./liveMount.model.js";
import type { ExplainStatus, MountStatus } from "../live.states.js";

/** LiveMountNotFound. */
export async function getLiveMount(mountId: number): Promise<LiveMountDoc> {
  const mount = await LiveMountModel.findOne({ _id: mountId }).lean<LiveMountDoc>();
  if (!mount) throw liveErrors.LiveMountNotFound();
  return mount;
}

export interface LiveMountSearch {
  liveId?: number | undefined;
  spuId?: number | undefined;
  status?: MountStatus | undefined;
  explainStatus?: ExplainStatus | undefined;
  /** Both ends belong to it. */
  createdBetween?: readonly [Date, Date] | undefined;
  sortField?: "sort" | "createTime" | "updateTime" | undefined;
  sortAsc?: boolean | undefined;
  pageNo: number;
  pageSize: number;
}

const sortKeys = { sort: "sort", createTime: "createdAt", updateTime: "updatedAt" } as const;

/** By their place in the live, or as asked. */
export async function findLiveMountPage(search: LiveMountSearch): Promise<{ list: LiveMountDoc[]; total: number }> {
  const { createdBetween, sortField = "sort", sortAsc = sortField === "sort", pageNo, pageSize } = search;
  const filter = mountFilter(search);
  if (search.spuId !== undefined) filter.spuId = search.spuId;
  if (createdBetween) filter.createdAt = { $gte: createdBetween[0], $lte: createdBetween[1] };
  const direction: SortOrder = sortAsc ? 1 : -1;
  const [list, total] = await Promise.all([
    LiveMountModel.find(filter)
      .sort({ [sortKeys[sortField]]: direction, _id: direction })
      .skip((pageNo - 1) * pageSize)
      .limit(pageSize)
      .lean<LiveMountDoc[]>(),
    LiveMountModel.countDocuments(filter),
  ]);
  return { list, total };
}

export type MountQuery = Pick<LiveMountSearch, "liveId" | "status" | "explainStatus">;

/** Those of a live in their order, at most 10,000 as every unpaged list (contract 2). */
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
