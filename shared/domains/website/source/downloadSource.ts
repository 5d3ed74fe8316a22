import { ownerNow } from "#shared/domains/member/index.js";
import { countedWhole, pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { clock } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { presignedUrl } from "#shared/kernel/storage/storage.js";
import { touchContent } from "../content/contentVersion.js";
import { DownloadModel, type DownloadDoc } from "./download.model.js";
import { SourceModel, type SourceDoc } from "./source.model.js";
import { websiteSources } from "./source.store.js";
import { recordDownloadJob } from "../website.jobs.js";
import { websiteErrors } from "../website.errors.js";

/** How long a link is valid (rules: Website). */
const LINK_SECONDS = 300;

/**
 * A direct link to the package in the store; a job counts it and writes the log, with the member if one is signed in.
 * SourceNotFound, SourceHasNoPackage.
 */
export async function downloadSource(sourceId: number, memberId: number | null): Promise<string> {
  const source = await websiteSources.getPublished(sourceId);
  if (!source.package) throw websiteErrors.SourceHasNoPackage();
  const url = await presignedUrl(source.package.key, LINK_SECONDS, source.package.fileName);
  const downloadId = await nextId("websiteDownloads");
  await enqueue(recordDownloadJob, { downloadId, sourceId, memberId, at: clock.ms() });
  return url;
}

/** Records a download; repeating is harmless. */
export async function recordDownload(
  downloadId: number,
  { sourceId, memberId, at }: { sourceId: number; memberId: number | null; at: number },
): Promise<void> {
  await inTransaction(async () => {
    if (await DownloadModel.exists({ _id: downloadId })) return;
    const source = await SourceModel.findById(sourceId).lean<SourceDoc>();
    if (!source) return;
    const { name: sourceName, version } = source;
    const owner = memberId === null ? null : await ownerNow(memberId);
    await DownloadModel.create([
      { _id: downloadId, sourceId, sourceName, version, memberId: owner, createdAt: new Date(at) },
    ]);
    await SourceModel.updateOne({ _id: sourceId }, { $inc: { downloadCount: 1 } }, { timestamps: false });
    await touchContent("source");
  });
}

/** A member's downloads, newest first. */
export const pageDownloadsOfMember = (memberId: number, page: Page): Promise<PageOf<DownloadDoc>> =>
  pageOf(DownloadModel, { memberId }, countedWhole(page));
