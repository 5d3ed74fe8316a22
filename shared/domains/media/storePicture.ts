import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { recordOperation } from "#shared/domains/audit/index.js";
import { nextId } from "#shared/platform/ids.js";
import { inTransaction } from "#shared/platform/mongo.js";
import { putObject } from "#shared/platform/storage.js";
import { FileModel } from "./file.model.js";
import { notAPicture, pictureTypes, typeOfBytes } from "./pictureTypes.js";

interface StoredPicture {
  key: string;
  contentType: string;
  size: number;
}

async function put(path: string, directory: string): Promise<StoredPicture> {
  const bytes = await readFile(path);
  const type = await typeOfBytes(bytes);
  if (!type || !pictureTypes.has(type.mime)) throw notAPicture("file");
  const key = `public/${directory}/${randomUUID()}.${type.ext}`;
  await putObject(key, bytes, type.mime);
  return { key, contentType: type.mime, size: bytes.length };
}

/**
 * Stores an uploaded picture for everyone to see, under a name that nobody guesses; answers its key. What it is is read
 * from its bytes, never from its name. 400 (`file`) for anything but png, jpeg, gif and webp.
 */
export async function storePicture(path: string, directory: string): Promise<string> {
  return (await put(path, directory)).key;
}

/** The same for an operator, whose files are listed. */
export async function storeOperatorPicture(
  operatorId: number,
  { path, name, directory }: { path: string; name: string; directory: string },
): Promise<string> {
  const { key, contentType, size } = await put(path, directory);
  const _id = await nextId("files");
  await inTransaction(async () => {
    await FileModel.create([{ _id, status: 1, name: name.slice(0, 200), key, contentType, size, operatorId }]);
    await recordOperation({ module: "infra", action: "file.upload", bizId: key, after: { size } });
  });
  return key;
}
