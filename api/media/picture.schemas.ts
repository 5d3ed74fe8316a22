import { z } from "zod";
import { optional } from "#api/http/fields.js";
import { config } from "#shared/kernel/config/config.js";
import { currentLanguage } from "#shared/kernel/request/context.js";
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
  .max(512)
  .refine((value) => isWebAddress(value) || isPublicKey(value), {
    error: "must be an http(s) address or the key of an uploaded picture",
  })
  .transform((value) => {
    const base = `${config.MEDIA_BASE_URL}/`;
    const key = value.startsWith(base) ? value.slice(base.length) : value;
    return isPublicKey(key) ? key : value;
  });

/** A picture by its address alone; one of our own store is kept by its key all the same. */
export const WebPictureUrl = z
  .string()
  .trim()
  .refine((value) => isWebAddress(value), {
    error: () => (currentLanguage() === "zh" ? "必须是 http(s) 地址" : "must be an http(s) address"),
    abort: true,
  })
  .pipe(PictureUrl);

/** A picture that may be left out: "" then. */
export const PictureUrlOrNone = z.union([z.literal(""), PictureUrl]);

/** A picture of our own store: one elsewhere could be exchanged behind our back. */
export const OwnPicture = PictureUrl.refine(isPublicKey, {
  error: () => (currentLanguage() === "zh" ? "必须是已上传的图片" : "must be a picture that was uploaded here"),
});

/** The pictures of one review. */
export const ReviewPictures = z.array(OwnPicture).max(9);

/** The folder below public/ that the operators' files go into. */
export const directory = optional(
  z
    .string()
    .max(100)
    .regex(/^[a-zA-Z0-9_-]+(\/[a-zA-Z0-9_-]+)*$/, "must be names of letters and digits, parted by /"),
);
