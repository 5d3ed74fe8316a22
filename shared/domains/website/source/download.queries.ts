import type { QueryFilter } from "mongoose";
import { DownloadModel, type DownloadDoc } from "./download.model.js";

export interface DownloadSearch {
  memberId?: number | undefined;
  sourceId?: number | undefined;
  /** Both ends count. */
  createTime?: readonly [Date, Date] | undefined;
}

const filterOf = ({ memberId, sourceId, createTime }: DownloadSearch): QueryFilter<DownloadDoc> => ({
  ...(memberId === undefined ? {} : { memberId }),
  ...(sourceId === undefined ? {} : { sourceId }),
  // Exclusive bounds, as a moment is a whole millisecond: the store in use drops an inclusive one of a compound index.
  ...(createTime
    ? { createdAt: { $gt: new Date(createTime[0].getTime() - 1), $lt: new Date(createTime[1].getTime() + 1) } }
    : {}),
});

const newestFirst = { createdAt: -1, _id: -1 } as const;

/** Links that were handed out, newest first. */
export async function pageDownloads(
  search: DownloadSearch,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
): Promise<{ list: DownloadDoc[]; total: number }> {
  const where = filterOf(search);
  const list = await DownloadModel.find(where)
    .sort(newestFirst)
    .skip((pageNo - 1) * pageSize)
    .limit(pageSize)
    .lean<DownloadDoc[]>();
  return { list, total: await DownloadModel.countDocuments(where) };
}

export const countDownloads = (search: DownloadSearch): Promise<number> =>
  DownloadModel.countDocuments(filterOf(search));

/** All of a search, in the same order, read as they are taken. */
export function eachDownload(search: DownloadSearch): AsyncIterable<DownloadDoc> {
  return DownloadModel.find(filterOf(search)).sort(newestFirst).lean<DownloadDoc[]>().cursor({ batchSize: 500 });
}
