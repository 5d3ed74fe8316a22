import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { recordOperation } from "#shared/domains/audit/index.js";
import { clock, seconds } from "#shared/kernel/time/clock.js";
import { errors } from "#shared/kernel/request/errors.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import {
  deleteObject,
  getObject,
  presignedPutUrl,
  putObject,
  type StoredObject,
} from "#shared/kernel/storage/storage.js";
import { cleanPicture, type CleanPicture } from "./cleanPicture.js";
import { FileModel, type FileDoc } from "./file.model.js";
import { mediaErrors } from "./media.errors.js";
import { announcedType, notAPicture } from "./pictureTypes.js";
import { fileStates, FileStatus } from "./media.states.js";

/** Maximum size of an operator's picture. */
export const MOST_FILE_BYTES = 16 * 1024 * 1024;
const LINK_SECONDS = 300;

/** Objects here are not readable: a browser uploaded them, and they may be anything. */
export const SENT_PREFIX = "sent/";

interface AllowedUpload {
  file: FileDoc;
  /** The address to PUT it to, with its content-type and content-length, within 5 min. */
  uploadUrl: string;
}

/**
 * Allows one picture to be uploaded straight to object storage. It is not public before it was checked (recordFile).
 * 400 (`name`) if it is no picture by its name.
 */
export async function allowUpload(
  operatorId: number,
  { name, directory, size }: { name: string; directory: string; size: number },
): Promise<AllowedUpload> {
  const { ext, contentType } = announcedType(name);
  const id = randomUUID();
  const sentTo = `${SENT_PREFIX}${id}.${ext}`;
  const _id = await nextId("files");
  await FileModel.create([
    {
      _id,
      status: FileStatus.allowed,
      name,
      key: `public/${directory}/${id}.${ext}`,
      sentTo,
      contentType,
      size,
      operatorId,
      expiresAt: clock.after(seconds(LINK_SECONDS)),
    },
  ]);
  const file = await FileModel.findById(_id).lean<FileDoc>();
  const uploadUrl = await presignedPutUrl(sentTo, { contentType, length: size, ttlSeconds: LINK_SECONDS });
  return { file: file!, uploadUrl };
}

/**
 * Checks an uploaded picture and publishes it. Only the operator's own, once. FileNotFound, also after the sweep
 * dropped it; FileEmpty while nothing has arrived. 400 (`file`) for another type or size than announced: the upload is
 * then deleted.
 */
export async function recordFile(operatorId: number, fileId: number): Promise<FileDoc> {
  const file = await FileModel.findOne({ _id: fileId, operatorId, status: FileStatus.allowed }).lean<FileDoc>();
  if (!file) throw mediaErrors.FileNotFound();
  const sent = await getObject(file.sentTo);
  if (!sent) throw mediaErrors.FileEmpty();
  const picture = await checkUpload(file, sent).catch(async (error: unknown) => {
    if (errors.BadInput.is(error)) await dropFileRow(file);
    throw error;
  });
  await putObject(file.key, picture.bytes, picture.contentType);
  const size = picture.bytes.length;
  const stored = await inTransaction(async () => {
    const where = { _id: fileId };
    if (
      !(await moveState(FileModel, fileStates, {
        where,
        from: FileStatus.allowed,
        to: FileStatus.stored,
        set: { expiresAt: null, size },
      }))
    )
      return false;
    await recordOperation({ module: "infra", action: "file.create", bizId: file.key, after: { size } });
    return true;
  });
  if (!stored) {
    // Another request recorded it and stored the same picture; or the sweep dropped it, then the object is an orphan.
    if (!(await FileModel.exists({ _id: fileId }))) await deleteObject(file.key);
    throw mediaErrors.FileNotFound();
  }
  await deleteObject(file.sentTo);
  return { ...file, size, status: FileStatus.stored, expiresAt: null };
}

async function dropFileRow({ _id, sentTo }: FileDoc): Promise<void> {
  await FileModel.deleteOne({ _id, status: FileStatus.allowed });
  await deleteObject(sentTo);
}

/** The re-encoded picture (cleanPicture). 400 (`file`) for another type or size than announced. */
async function checkUpload(file: FileDoc, sent: StoredObject): Promise<CleanPicture> {
  if (sent.length !== file.size) {
    sent.body.destroy();
    throw errors.BadInput({ field: "file", reason: `is ${sent.length ?? 0} bytes long, not ${file.size}` });
  }
  const picture = await cleanPicture(await buffer(sent.body));
  if (picture.contentType !== file.contentType) throw notAPicture("file");
  return picture;
}
