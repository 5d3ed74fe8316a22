/** Only objects that are public, such as pictures. Others need a signed link of their owner. */
export const isPublicKey = (key: string): boolean => /^public\/[\w/.-]{1,200}$/.test(key) && !key.includes("..");

/** Types that a browser only draws or plays. Any other that ends up in the store could run code on our origin. */
export const shownTypes: ReadonlySet<string> = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "video/mp4",
  "video/quicktime",
  "video/webm",
]);

export const isShownType = (contentType: string): boolean => shownTypes.has(contentType);
