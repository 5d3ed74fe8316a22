import type { QueryFilter } from "mongoose";
import { eachOf } from "#shared/kernel/lists/eachOf.js";
import { createdWithin, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { DownloadModel, type DownloadDoc } from "./download.model.js";

interface DownloadSearch {
  memberId?: number | undefined;
  sourceId?: number | undefined;
  /** Inclusive at both ends. */
  createTime?: TimeSpan | undefined;
}

const filterOf = ({ memberId, sourceId, createTime }: DownloadSearch): QueryFilter<DownloadDoc> => ({
  ...(memberId === undefined ? {} : { memberId }),
  ...(sourceId === undefined ? {} : { sourceId }),
  ...createdWithin(createTime),
});

/** Issued download links, newest first. */
export const pageDownloads = (search: DownloadSearch, page: Page): Promise<PageOf<DownloadDoc>> =>
  pageOf(DownloadModel, filterOf(search), page);

/** All links of a search, in the same order, streamed. */
export function eachDownload(search: DownloadSearch): AsyncIterable<DownloadDoc> {
  return eachOf(DownloadModel, filterOf(search));
}
