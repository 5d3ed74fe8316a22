import type { Metadata, Sharp } from "sharp";
import { semaphore } from "#shared/kernel/concurrency/semaphore.js";
import { currentLanguage } from "#shared/kernel/request/context.js";
import { errors } from "#shared/kernel/request/errors.js";
import { notAPicture, pictureTypes, typeOfBytes } from "./pictureTypes.js";

export interface CleanPicture {
  bytes: Buffer;
  contentType: string;
  ext: string;
}

/** Limit of decoded pixels, all frames together, as a small file may decode to gigabytes. */
const MOST_PIXELS = 50_000_000;
const MOST_SECONDS = 20;
/** Each re-encoding takes a core. */
const inTurn = semaphore({ atOnce: 2, mostWaiting: 32 });

/**
 * Re-encodes a picture, upright, without the other data in its file: place and time it was taken, camera, comments,
 * anything hidden behind its end. Frames stay. 400 (`file`) for anything but a complete png, jpeg, gif or webp of at
 * most 50 megapixels; StillWorking while too many pictures wait.
 */
export async function cleanPicture(given: Buffer): Promise<CleanPicture> {
  const type = await typeOfBytes(given);
  if (!type || !pictureTypes.has(type.mime)) throw notAPicture("file");
  const bytes = await inTurn(() => reencode(given));
  return { bytes, contentType: type.mime, ext: type.ext };
}

async function reencode(given: Buffer): Promise<Buffer> {
  // Loaded at first use: its library is large.
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  const options = { animated: true, limitInputPixels: MOST_PIXELS, failOn: "truncated" } as const;
  const facts = await sharp(given, { ...options, limitInputPixels: false })
    .metadata()
    .catch(refuse);
  if (facts.width * facts.height > MOST_PIXELS) throw tooManyPixels();
  const picture = sharp(given, options).timeout({ seconds: MOST_SECONDS });
  return inFormat(facts.pages === undefined || facts.pages === 1 ? picture.autoOrient() : picture, facts)
    .toBuffer()
    .catch(refuse);
}

function inFormat(picture: Sharp, { format, isPalette }: Metadata): Sharp {
  if (format === "jpeg") return picture.jpeg({ quality: 90 });
  if (format === "webp") return picture.webp({ quality: 90 });
  if (format === "gif") return picture.gif({ effort: 3 });
  // A palette picture would grow tenfold without its palette.
  return picture.png(isPalette ? { palette: true, quality: 100, effort: 3 } : {});
}

/** Whatever fails on a picture is the fault of the sent file. */
const refuse = (): never => {
  throw notAPicture("file");
};

const tooManyPixels = () =>
  errors.BadInput({
    field: "file",
    reason:
      currentLanguage() === "zh"
        ? `不能超过 ${MOST_PIXELS / 1_000_000} 百万像素`
        : `must have at most ${MOST_PIXELS / 1_000_000} megapixels`,
  });
