import { errors } from "#shared/kernel/request/errors.js";

/** What a picture may be, by the ending of its name. */
const types: Record<string, string> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
};
export const pictureTypes: ReadonlySet<string> = new Set(Object.values(types));
const WANTED = "must be a png, jpeg, gif or webp picture";

export const notAPicture = (field: string) => errors.BadInput({ field, reason: WANTED });

/** What a file says that it is by its name. 400 (`name`) where that is no picture. */
export function announcedType(name: string): { ext: string; contentType: string } {
  const ending = /\.([a-z]{3,4})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  const contentType = types[ending];
  if (!contentType) throw notAPicture("name");
  return { ext: ending === "jpeg" ? "jpg" : ending, contentType };
}

/** What it is by its first bytes. */
export async function typeOfBytes(bytes: Uint8Array): Promise<{ ext: string; mime: string } | undefined> {
  // Loaded at first use, as everything that few requests need.
  const { fileTypeFromBuffer } = await import("file-type");
  return fileTypeFromBuffer(bytes);
}
