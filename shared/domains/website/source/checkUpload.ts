import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { deleteObject } from "#shared/kernel/storage/storage.js";
import { dropParts, joinParts, listParts } from "#shared/kernel/storage/presignedParts.js";
import { recordContentChange } from "../content/content.js";
import { readPackage, type ReadPackage } from "./readPackage.js";
import { SourceModel, type SourceDoc } from "./source.model.js";
import { UploadModel, type UploadDoc } from "./upload.model.js";
import { uploadStates, UploadStatus } from "./upload.states.js";

/** Allowed types of a package, detected from its first bytes, never from its name. */
const packageTypes = new Set([
  "application/zip",
  "application/gzip",
  "application/x-bzip2",
  "application/x-xz",
  "application/zstd",
  "application/x-7z-compressed",
  "application/x-tar",
  "application/x-rar-compressed",
  "application/vnd.rar",
  "application/java-archive",
]);

/** Joins the uploaded parts to an object, checks it and attaches it to its source package, or refuses it. */
export async function checkUpload(uploadId: number): Promise<void> {
  const upload = await UploadModel.findById(uploadId).lean<UploadDoc>();
  if (upload?.status !== UploadStatus.checking) return;
  const missing = await join(upload);
  if (missing) return refuse(upload, missing);
  const read = await readPackage(upload);
  if (!read) return refuse(upload, "nothing has arrived");
  const { contentType } = read;
  if (read.size !== upload.size) return refuse(upload, `is ${read.size} bytes long, not ${upload.size}`);
  if (!contentType || !packageTypes.has(contentType))
    return refuse(upload, "is no archive (zip, gz, 7z, tar and so on)");
  await attach(upload, { ...read, contentType });
}

/** The reason why the parts cannot be joined; undefined once the object exists, now or since an previous try. */
async function join({ key, storeUploadId, size }: UploadDoc): Promise<string | undefined> {
  const stored = { key, uploadId: storeUploadId };
  const parts = await listParts(stored);
  if (!parts) return undefined;
  const arrived = parts.reduce((sum, part) => sum + part.size, 0);
  if (parts.length === 0 || arrived !== size) return `${arrived} bytes have arrived, not ${size}`;
  await joinParts(stored, parts);
  return undefined;
}

async function refuse(upload: UploadDoc, reason: string): Promise<void> {
  await moveState(UploadModel, uploadStates, {
    where: { _id: upload._id },
    from: UploadStatus.checking,
    to: UploadStatus.refused,
    set: { reason },
  });
  await dropParts({ key: upload.key, uploadId: upload.storeUploadId });
  await deleteObject(upload.key);
}

/** The previous package is deleted a day later, as links to it may be in use. */
async function attach(
  { _id, sourceId, key, fileName }: UploadDoc,
  { size, sha256, contentType }: ReadPackage & { contentType: string },
): Promise<void> {
  await inTransaction(async () => {
    const where = { _id };
    if (
      !(await moveState(UploadModel, uploadStates, {
        where,
        from: UploadStatus.checking,
        to: UploadStatus.published,
        set: { sha256, contentType },
      }))
    )
      return;
    const before = await SourceModel.findById(sourceId).lean<SourceDoc>();
    const previous = before?.package?.uploadId;
    if (previous !== undefined)
      await moveState(UploadModel, uploadStates, {
        where: { _id: previous },
        from: UploadStatus.published,
        to: UploadStatus.replaced,
        set: { replacedAt: clock.now() },
      });
    const attached = { key, fileName, contentType, size, sha256, uploadId: _id };
    await SourceModel.updateOne({ _id: sourceId }, { $set: { package: attached, changedAt: clock.now() } });
    await recordContentChange("source", "attach", sourceId, {});
  });
}
