import { errors } from "#shared/kernel/request/errors.js";

/** Allowed picture types by file extension. */
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

/** The type that a file's extension claims. 400 (`name`) if that is no picture. */
export function announcedType(name: string): { ext: string; contentType: string } {
  const ending = /\.([a-z]{3,4})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  const contentType = types[ending];
  if (!contentType) throw notAPicture("name");
  return { ext: ending === "jpeg" ? "jpg" : ending, contentType };
}

/** The type detected from the first bytes. */
export async function typeOfBytes(bytes: Uint8Array): Promise<{ ext: string; mime: string } | undefined> {
  // Loaded at first use, like everything that few requests need.
  const { fileTypeFromBuffer } = await import("file-type");
  return fileTypeFromBuffer(bytes);
}
