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
 * A client's picture: an http(s) address or a key of our store. An address of our store is converted to its key, so
 * that a move of the store (MEDIA_BASE_URL) includes the stored pictures.
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

/** A picture by address only; one of our own store is still stored by its key. */
export const WebPictureUrl = z
  .string()
  .trim()
  .refine((value) => isWebAddress(value), {
    error: () => (currentLanguage() === "zh" ? "必须是 http(s) 地址" : "must be an http(s) address"),
    abort: true,
  })
  .pipe(PictureUrl);

/** An optional picture: "" if missing. */
export const PictureUrlOrNone = z.union([z.literal(""), PictureUrl]);

/** A picture of our own store: others could replace one elsewhere unnoticed. */
export const OwnPicture = PictureUrl.refine(isPublicKey, {
  error: () => (currentLanguage() === "zh" ? "必须是已上传的图片" : "must be a picture that was uploaded here"),
});

/** The pictures of one review. */
export const ReviewPictures = z.array(OwnPicture).max(9);

/** The folder below public/ for the operators' files. */
export const directory = optional(
  z
    .string()
    .max(100)
    .regex(/^[a-zA-Z0-9_-]+(\/[a-zA-Z0-9_-]+)*$/, "must be names of letters and digits, parted by /"),
);
