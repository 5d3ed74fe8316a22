import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { errors } from "#shared/platform/errors.js";
import { putObject } from "#shared/platform/storage.js";

const pictureTypes = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

/**
 * Stores an uploaded picture for everyone to see, under a name that nobody guesses; answers its key. What it is is read
 * from its bytes, never from its name. 400 (`file`) for anything but png, jpeg, gif and webp.
 */
export async function storePicture(path: string, directory: string): Promise<string> {
  // Loaded at first use, as everything that few requests need.
  const { fileTypeFromBuffer } = await import("file-type");
  const bytes = await readFile(path);
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !pictureTypes.has(type.mime))
    throw errors.BadInput({ field: "file", reason: "must be a png, jpeg, gif or webp picture" });
  const key = `public/${directory}/${randomUUID()}.${type.ext}`;
  await putObject(key, bytes, type.mime);
  return key;
}
