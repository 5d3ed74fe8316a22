import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { recordOperation } from "#shared/domains/audit/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { deleteObject, putObject } from "#shared/kernel/storage/storage.js";
import { cleanPicture } from "./cleanPicture.js";
import { FileModel } from "./file.model.js";
import { mediaErrors } from "./media.errors.js";
import { MemberPictureModel } from "./memberPicture.model.js";
import { countUpload, giveBackUpload } from "./uploadDay.js";
import { FileStatus, pictureStates, PictureStatus } from "./media.states.js";

/**
 * Stores a member's picture publicly, under a name that cannot be guessed; returns its key. The type is detected from
 * the bytes, never from the name, and only the picture itself is kept. 400 (`file`) for anything but png, jpeg, gif and
 * webp; UploadedTooMuch beyond the bytes of a day.
 */
export async function storeMemberPicture(
  memberId: number,
  { path, size }: { path: string; size: number },
): Promise<string> {
  const counted = await countUpload(memberId, size);
  try {
    return await storeCounted(memberId, await readFile(path));
  } catch (error) {
    await giveBackUpload(counted);
    throw error;
  }
}

async function storeCounted(memberId: number, given: Buffer): Promise<string> {
  const { bytes, contentType, ext } = await cleanPicture(given);
  const key = `public/member/${randomUUID()}.${ext}`;
  const _id = await nextId("memberPictures");
  // The row first: an object without one would be an orphan.
  await MemberPictureModel.create([
    { _id, memberId, status: PictureStatus.uploading, key, contentType, size: bytes.length },
  ]);
  await putObject(key, bytes, contentType);
  if (
    await moveState(MemberPictureModel, pictureStates, {
      where: { _id },
      from: PictureStatus.uploading,
      to: PictureStatus.stored,
    })
  )
    return key;
  // The account was closed meanwhile, or the store took too long.
  await deleteObject(key);
  throw mediaErrors.FileNotFound();
}

/** The same for an operator, whose files are listed and not counted. */
export async function storeOperatorPicture(
  operatorId: number,
  { path, name, directory }: { path: string; name: string; directory: string },
): Promise<string> {
  const { bytes, contentType, ext } = await cleanPicture(await readFile(path));
  const key = `public/${directory}/${randomUUID()}.${ext}`;
  await putObject(key, bytes, contentType);
  const size = bytes.length;
  const _id = await nextId("files");
  await inTransaction(async () => {
    await FileModel.create([
      { _id, status: FileStatus.stored, name: name.slice(0, 200), key, contentType, size, operatorId },
    ]);
    await recordOperation({ module: "infra", action: "file.upload", bizId: key, after: { size } });
  });
  return key;
}
