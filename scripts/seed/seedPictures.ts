import { createHash } from "node:crypto";
import { ensureBucket, putObject } from "#shared/kernel/storage/storage.js";
import { drawPicture } from "./pictures/drawPicture.js";
import type { MotifName } from "./pictures/motifs.js";

export interface WantedPicture {
  name: string;
  motif: MotifName;
}

/** The key of a picture in object storage. */
export const pictureKey = ({ name, motif }: WantedPicture): string =>
  `public/demo/${motif}-${createHash("sha256").update(name).digest("hex").slice(0, 12)}.png`;

/** Draws the pictures and stores each under its key; storing overlaps with drawing the next ones. */
export async function seedPictures(wanted: WantedPicture[]): Promise<void> {
  await ensureBucket();
  const queue = [...new Map(wanted.map((picture) => [pictureKey(picture), picture]))];
  const lane = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [key, { name, motif }] = next;
      await putObject(key, await drawPicture(name, motif), "image/png");
    }
  };
  await Promise.all([lane(), lane(), lane(), lane()]);
}
