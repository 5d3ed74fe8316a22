/** Builds a short MP4: eight pictures of 16 x 16 points in one colour each, uncompressed. */

const u16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, place) => bytes.writeUInt16BE(value, place * 2));
  return bytes;
};
const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, place) => bytes.writeUInt32BE(value >>> 0, place * 4));
  return bytes;
};
const text = (letters: string): Buffer => Buffer.from(letters, "latin1");

/** A box of ISO/IEC 14496-12: its size, its name, its content. */
export const box = (name: string, ...inside: Buffer[]): Buffer => {
  const content = Buffer.concat(inside);
  return Buffer.concat([u32(content.length + 8), text(name), content]);
};
/** A box with version 0 and flags. */
const fullBox = (name: string, flags: number, ...inside: Buffer[]): Buffer => box(name, u32(flags), ...inside);

const SIDE = 16;
const PICTURES = 8;
const PICTURE_BYTES = SIDE * SIDE * 3;
/** Units of time in a second, and of one picture. */
const SCALE = 600;
const PICTURE_TIME = 75;
const MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

const sampleEntry = (): Buffer =>
  box(
    "raw ",
    Buffer.alloc(6),
    u16(1),
    Buffer.alloc(16),
    u16(SIDE, SIDE),
    u32(0x480000, 0x480000, 0),
    u16(1),
    Buffer.alloc(32),
    u16(24, 0xffff),
  );

function movie(firstPicture: number): Buffer {
  const duration = PICTURES * PICTURE_TIME;
  const samples = box(
    "stbl",
    fullBox("stsd", 0, u32(1), sampleEntry()),
    fullBox("stts", 0, u32(1, PICTURES, PICTURE_TIME)),
    fullBox("stsc", 0, u32(1, 1, PICTURES, 1)),
    fullBox("stsz", 0, u32(PICTURE_BYTES, PICTURES)),
    fullBox("stco", 0, u32(1, firstPicture)),
  );
  const media = box(
    "mdia",
    fullBox("mdhd", 0, u32(0, 0, SCALE, duration), u16(0x55c4, 0)),
    fullBox("hdlr", 0, u32(0), text("vide"), Buffer.alloc(12), text("video\0")),
    box(
      "minf",
      fullBox("vmhd", 1, Buffer.alloc(8)),
      box("dinf", fullBox("dref", 0, u32(1), fullBox("url ", 1))),
      samples,
    ),
  );
  const track = box(
    "trak",
    fullBox("tkhd", 7, u32(0, 0, 1, 0, duration, 0, 0), u16(0, 0, 0, 0), MATRIX, u32(SIDE << 16, SIDE << 16)),
    media,
  );
  const head = fullBox(
    "mvhd",
    0,
    u32(0, 0, SCALE, duration, 0x10000),
    u16(0x100, 0),
    Buffer.alloc(8),
    MATRIX,
    Buffer.alloc(24),
    u32(2),
  );
  return box("moov", head, track);
}

/** Some 7 KB. `shade` makes videos differ. */
export function tinyVideo(shade = 0): Buffer {
  const kind = box("ftyp", text("isom"), u32(0x200), text("isomiso2mp41"));
  const pictures = Array.from({ length: PICTURES }, (_, place) =>
    Buffer.alloc(PICTURE_BYTES, (shade + place * 31) % 256),
  );
  const firstPicture = kind.length + movie(0).length + 8;
  return Buffer.concat([kind, movie(firstPicture), box("mdat", ...pictures)]);
}
