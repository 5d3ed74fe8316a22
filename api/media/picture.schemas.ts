import { z } from "zod";
import { config } from "#shared/platform/config.js";
import { isPublicKey } from "#shared/domains/media/index.js";

const isWebAddress = (value: string): boolean => {
  if (!/^https?:\/\//.test(value) || /[\s<>"'\\]/.test(value)) return false;
  return URL.canParse(value);
};

/**
 * A picture as clients name it: an http(s) address or a key of our store. An address that an upload answered becomes its
 * key again, so that a move of the store (MEDIA_BASE_URL) takes the stored pictures along.
 */
export const PictureUrl = z
  .string()
  .trim()
  .max(500)
  .refine((value) => isWebAddress(value) || isPublicKey(value), {
    error: "must be an http(s) address or the key of an uploaded picture",
  })
  .transform((value) => {
    const base = `${config.MEDIA_BASE_URL}/`;
    const key = value.startsWith(base) ? value.slice(base.length) : value;
    return isPublicKey(key) ? key : value;
  });

/** A picture that may be left out: "" then. */
export const PictureUrlOrNone = z.union([z.literal(""), PictureUrl]);

/** The pictures of one review. */
export const ReviewPictures = z.array(PictureUrl).max(9);
