import { randomUUID } from "node:crypto";
import { recordOperation } from "#shared/domains/audit/index.js";
import { clock, hours } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import {
  dropParts,
  listParts,
  presignedPartUrl,
  startParts,
  type StoredPart,
} from "#shared/kernel/storage/presignedParts.js";
import { websiteSources } from "./source.store.js";
import { UploadModel, type UploadDoc } from "./upload.model.js";
import { uploadStates, UploadStatus } from "./upload.states.js";
import { checkUploadJob } from "../website.jobs.js";
import { websiteErrors } from "../website.errors.js";

const MIB = 1024 * 1024;
/** The store accepts at most 10,000 parts, and only the last may be below 5 MiB. */
const PART_BYTES = 8 * MIB;
/** How long an upload may take, and how long each of its links is valid. */
const OPEN_MS = hours(24);
const LINK_SECONDS = 3_600;

/** Maximum size of a package: 4 GiB. */
export const MOST_PACKAGE_BYTES = 4_096 * MIB;

/** Starts the upload of a package. SourceNotFound. */
export async function startUpload(sourceId: number, fileName: string, size: number): Promise<UploadDoc> {
  await websiteSources.get(sourceId);
  const _id = await nextId("websiteUploads");
  const key = `packages/${sourceId}/${randomUUID()}`;
  const storeUploadId = await startParts(key, "application/octet-stream");
  await inTransaction(async () => {
    await UploadModel.create([
      { _id, sourceId, fileName, size, partSize: PART_BYTES, key, storeUploadId, expiresAt: clock.after(OPEN_MS) },
    ]);
    await recordOperation({ module: "website", action: "source.upload", bizId: sourceId, after: { fileName, size } });
  });
  return getUpload(_id);
}

/** UploadNotFound. */
async function getUpload(uploadId: number): Promise<UploadDoc> {
  const upload = await UploadModel.findById(uploadId).lean<UploadDoc>();
  if (!upload) throw websiteErrors.UploadNotFound();
  return upload;
}

export const partCount = ({ size, partSize }: UploadDoc): number => Math.max(1, Math.ceil(size / partSize));
const stored = ({ key, storeUploadId }: UploadDoc) => ({ key, uploadId: storeUploadId });

/** An upload and the parts that have arrived, so that an interrupted client sends only the others. UploadNotFound. */
export async function getUploadWithParts(uploadId: number): Promise<{ upload: UploadDoc; parts: StoredPart[] }> {
  const upload = await getUpload(uploadId);
  return { upload, parts: upload.status === UploadStatus.open ? ((await listParts(stored(upload))) ?? []) : [] };
}

/** Links to PUT these parts to, valid for an hour. UploadNotFound, UploadNotOpen. */
export async function partUrls(
  uploadId: number,
  partNumbers: readonly number[],
): Promise<{ partNumber: number; url: string }[]> {
  const upload = await getUpload(uploadId);
  if (upload.status !== UploadStatus.open || upload.expiresAt <= clock.now()) throw websiteErrors.UploadNotOpen();
  const most = partCount(upload);
  const wanted = [...new Set(partNumbers)].filter((number) => number <= most);
  return Promise.all(
    wanted.map(async (partNumber) => ({
      partNumber,
      url: await presignedPartUrl(stored(upload), partNumber, LINK_SECONDS),
    })),
  );
}

/** To be called when all parts were sent: a job joins and checks them. UploadNotFound, UploadNotOpen. */
export async function completeUpload(uploadId: number): Promise<true> {
  return inTransaction<true>(async () => {
    const { sourceId, fileName } = await getUpload(uploadId);
    if (
      !(await moveState(UploadModel, uploadStates, {
        where: { _id: uploadId },
        from: UploadStatus.open,
        to: UploadStatus.checking,
      }))
    )
      throw websiteErrors.UploadNotOpen();
    await enqueue(checkUploadJob, { uploadId });
    await recordOperation({ module: "website", action: "source.complete", bizId: sourceId, after: { fileName } });
    return true;
  });
}

/** Abandons an upload, and deletes the parts that have arrived. UploadNotFound, UploadNotOpen. */
export async function abortUpload(uploadId: number): Promise<true> {
  const upload = await getUpload(uploadId);
  await inTransaction(async () => {
    if (
      !(await moveState(UploadModel, uploadStates, {
        where: { _id: uploadId },
        from: UploadStatus.open,
        to: UploadStatus.abandoned,
      }))
    )
      throw websiteErrors.UploadNotOpen();
    await recordOperation({ module: "website", action: "source.abort", bizId: upload.sourceId });
  });
  await dropParts(stored(upload));
  return true;
}
