import { createHash, type Hash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";

/*
 * A file of rows is BSON after BSON, gzipped: what `mongodump --gzip` writes, so that mongorestore can read it. Files are
 * streamed both ways: their size is no matter of memory.
 */

/** Rows are compressed in pieces of this size, as each piece costs a turn of the event loop. */
const PIECE_BYTES = 256 * 1024;
/** Of MongoDB: 16 MiB for a row, and some room for what commands add to it. */
const LARGEST_ROW = 16 * 1024 * 1024 + 16 * 1024;
const SMALLEST_ROW = 5;

/** Writes a new file, readable by its owner alone, and returns the SHA-256 of what is on the disk. */
export async function writeGzipped(
  path: string,
  chunks: AsyncIterable<Buffer>,
): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash("sha256");
  let bytes = 0;
  await pipeline(
    chunks,
    createGzip(),
    async function* (zipped: AsyncIterable<Buffer>) {
      for await (const chunk of zipped) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }),
  );
  return { sha256: hash.digest("hex"), bytes };
}

/** Small rows together, for writeGzipped. */
export async function* inPieces(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let piece: Buffer[] = [];
  let bytes = 0;
  for await (const row of rows) {
    piece.push(row);
    bytes += row.length;
    if (bytes < PIECE_BYTES) continue;
    yield Buffer.concat(piece);
    piece = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(piece);
}

/** What is wrong with a file of a backup. */
export class BrokenFile extends Error {}

/** The content of a gzipped file; a file whose bytes are others than those that were written throws at its end. */
export async function* readGzipped(path: string, sha256: string): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  try {
    yield* unzipped(path, hash);
  } catch (error) {
    if (isOfZlib(error)) throw new BrokenFile("is cut off or was changed");
    throw error;
  }
  if (hash.digest("hex") !== sha256) throw new BrokenFile("was changed");
}

async function* unzipped(path: string, hash: Hash): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: PIECE_BYTES });
  const file = createReadStream(path);
  file.on("data", (chunk) => hash.update(chunk)).on("error", (error) => gunzip.destroy(error));
  try {
    yield* file.pipe(gunzip) as AsyncIterable<Buffer>;
  } finally {
    file.destroy();
  }
}

const isOfZlib = (error: unknown): boolean =>
  error instanceof Error && "code" in error && String(error.code).startsWith("Z_");

/** Each row of a file, as BSON. */
export async function* rowsIn(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of content) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    for (let size = sizeOfFirst(rest); size <= rest.length; size = sizeOfFirst(rest)) {
      yield rest.subarray(0, size);
      rest = rest.subarray(size);
    }
  }
  if (rest.length > 0) throw new BrokenFile("ends within a row");
}

/** A row begins with its length; Infinity while that has not come. */
function sizeOfFirst(bytes: Buffer): number {
  if (bytes.length < 4) return Infinity;
  const size = bytes.readInt32LE(0);
  if (size < SMALLEST_ROW || size > LARGEST_ROW) throw new BrokenFile("holds something else than rows");
  return size;
}
