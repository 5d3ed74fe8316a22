import { errors } from "#shared/kernel/request/errors.js";

/** How much is read before anything is stored: enough to detect the type of a file. */
const HEAD_BYTES = 4_100;
/** Holds the last record of an archive, with a short comment. */
const TAIL_BYTES = 1_024;

interface VideoKind {
  mime: string;
  extension: string;
}
const kinds: Record<string, VideoKind> = {
  "video/mp4": { mime: "video/mp4", extension: "mp4" },
  "video/x-m4v": { mime: "video/mp4", extension: "mp4" },
  "video/quicktime": { mime: "video/quicktime", extension: "mov" },
  "video/webm": { mime: "video/webm", extension: "webm" },
};

const refused = (reason: string): Error => errors.BadInput({ field: "uploadFile", reason });

/**
 * Checks a file while it streams through. Its kind is detected from its first bytes, never from its name; `bytes`
 * passes all of them on. 400 for an empty file, for anything but mp4, mov and webm, and for what is another kind of
 * file as well.
 */
export async function openVideo(
  chunks: AsyncIterable<Buffer>,
): Promise<{ kind: VideoKind; bytes: AsyncIterable<Buffer>; size: () => number }> {
  const source = chunks[Symbol.asyncIterator]();
  const begin: Buffer[] = [];
  let headSize = 0;
  let ended = false;
  while (headSize < HEAD_BYTES && !ended) {
    const next = await source.next();
    if (next.done) ended = true;
    else {
      begin.push(Buffer.from(next.value));
      headSize += next.value.length;
    }
  }
  const head = Buffer.concat(begin);
  const kind = await kindOf(head.subarray(0, HEAD_BYTES));
  let size = 0;
  let tail: Buffer = Buffer.alloc(0);
  async function* bytes(): AsyncGenerator<Buffer> {
    size = head.length;
    tail = head.subarray(-TAIL_BYTES);
    yield head;
    while (!ended) {
      const next = await source.next();
      if (next.done) break;
      size += next.value.length;
      tail = lastOf(tail, next.value);
      yield next.value;
    }
    if (endsAnArchive(tail)) throw refused("is an archive as well as a video");
  }
  return { kind, bytes: bytes(), size: () => size };
}

async function kindOf(head: Buffer): Promise<VideoKind> {
  if (head.length === 0) throw refused("is empty");
  // Loaded at first use, like everything that few requests need.
  const { fileTypeFromBuffer } = await import("file-type");
  const found = await fileTypeFromBuffer(head);
  const kind = found && kinds[found.mime];
  if (!kind) throw refused("must be an mp4, mov or webm video");
  if (kind.extension !== "webm" && !beginsWithBrands(head)) throw refused("does not begin as an mp4 or mov video does");
  if (isAnotherFormat(head.subarray(0, 1_024))) throw refused("is another kind of file as well as a video");
  return kind;
}

const BRAND = /^[A-Za-z0-9 ._+-]{4}$/;
const NO_BRAND = "\0\0\0\0";

/** The first box is `ftyp`, lies inside the file, and holds nothing but brands (ISO/IEC 14496-12, 4.3). */
function beginsWithBrands(head: Buffer): boolean {
  if (head.length < 16 || head.toString("latin1", 4, 8) !== "ftyp") return false;
  const size = head.readUInt32BE(0);
  // The box holds a few brands: one larger than what was read hides something.
  if (size < 16 || size > head.length || size % 4 !== 0) return false;
  for (let at = 8; at < size; at += 4) {
    const brand = head.toString("latin1", at, at + 4);
    const isVersion = at === 12;
    if (!isVersion && !BRAND.test(brand) && (at === 8 || brand !== NO_BRAND)) return false;
  }
  return true;
}

/** Markers by which a browser, a viewer or a server would take the file for a page, a document or a program. */
const otherFormats = /<(!doctype|html|head|body|script|svg|iframe|\?php|\?xml)|%PDF-|^#!/i;
const isAnotherFormat = (head: Buffer): boolean => otherFormats.test(head.toString("latin1"));

const lastOf = (tail: Buffer, chunk: Buffer): Buffer =>
  Buffer.from(
    chunk.length >= TAIL_BYTES ? chunk.subarray(-TAIL_BYTES) : Buffer.concat([tail, chunk]).subarray(-TAIL_BYTES),
  );

const ARCHIVE_END = Buffer.from("PK\x05\x06", "latin1");
const ARCHIVE_END_BYTES = 22;

/** A zip (jar, apk) is read from its end: its last record holds the length of the comment behind it. */
function endsAnArchive(tail: Buffer): boolean {
  const at = tail.lastIndexOf(ARCHIVE_END);
  if (at < 0 || at + ARCHIVE_END_BYTES > tail.length) return false;
  return at + ARCHIVE_END_BYTES + tail.readUInt16LE(at + 20) === tail.length;
}
