/** Only what was stored to be seen by everyone: pictures. Other objects need their owner's signed link. */
export const isPublicKey = (key: string): boolean => /^public\/[\w/.-]{1,200}$/.test(key) && !key.includes("..");

/** What a browser only draws or plays. Whatever else may come to lie in the store could run on our origin. */
const shownTypes: ReadonlySet<string> = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "video/mp4",
  "video/quicktime",
  "video/webm",
]);

export const isShownType = (contentType: string): boolean => shownTypes.has(contentType);
