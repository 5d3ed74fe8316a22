import type { Context } from "koa";
import { config } from "#shared/kernel/config/config.js";
import { errors } from "#shared/kernel/request/errors.js";
import { liftBodyLimit } from "./bodyPatience.js";
import { FormReader, type FormPart } from "./formReader.js";

/** The one file of a form, handed on while it comes: neither memory nor disk holds it. */
export interface FileStream {
  /** What its sender calls it: a claim, nothing more. */
  name: string;
  /**
   * Its bytes, once. In the middle it may throw: 413 beyond the limit, 400 for a form that is cut off, comes too slowly or
   * has a second file. Whoever takes them must leave nothing behind then.
   */
  bytes: AsyncIterable<Buffer>;
}

const MAX_FIELDS_BYTES = 64 * 1024;
/** What a form weighs beside its file. */
const FORM_BYTES = MAX_FIELDS_BYTES + 16 * 1024;
/** Slower than this on average is no upload. */
const BYTES_PER_MS = 16;

/**
 * Reads a form up to its file, the part `field`, and runs `fn` on it. 415 for anything but a form, 413 where the length it
 * names is beyond `maxBytes`, 400 without a file or with one under another name.
 */
export async function withFileStream<T>(
  ctx: Context,
  { field, maxBytes }: { field: string; maxBytes: number },
  fn: (file: FileStream) => Promise<T>,
): Promise<T> {
  const boundary = ctx.is("multipart/form-data") ? boundaryOf(ctx.get("content-type")) : undefined;
  if (boundary === undefined) throw errors.WrongContentType({ expected: "multipart/form-data" });
  if (Number(ctx.get("content-length") || 0) > maxBytes + FORM_BYTES) throw tooLarge(maxBytes);
  liftBodyLimit(ctx);
  const chunks = ctx.req.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  try {
    const reader = new FormReader(boundary, patiently(chunks));
    const file = await findFile(reader, field);
    return await fn({ name: file.fileName ?? "", bytes: bytesOf(reader, field, maxBytes) });
  } finally {
    // Not waited for: a client that has stopped would hold the answer.
    chunks.return?.().catch(() => undefined);
  }
}

const boundaryOf = (contentType: string): string | undefined => {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  return quoted ?? plain;
};

/** The form up to its file; the few fields before it are passed over. */
async function findFile(reader: FormReader, field: string): Promise<FormPart> {
  for (let part = await reader.next(); part; part = await reader.next()) {
    const isOurs = part.name === field;
    if (isOurs && (part.fileName !== undefined || part.hasType)) return part;
    if (isOurs || part.fileName !== undefined)
      throw errors.BadInput({ field, reason: "is required, as a file of this name" });
    await skip(reader);
  }
  throw errors.BadInput({ field, reason: "is required" });
}

async function* bytesOf(reader: FormReader, field: string, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const bytes of reader.bytes()) {
    size += bytes.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    yield bytes;
  }
  // Only a form that came to its end is one: what follows the file is looked at before the file counts.
  for (let part = await reader.next(); part; part = await reader.next()) {
    if (part.fileName !== undefined) throw errors.BadInput({ field, reason: "must be one file" });
    await skip(reader);
  }
}

async function skip(reader: FormReader): Promise<void> {
  let size = 0;
  for await (const bytes of reader.bytes()) {
    size += bytes.length;
    if (size > MAX_FIELDS_BYTES) throw errors.BodyTooLarge({ limit: "64 KiB of fields" });
  }
}

/** Counts only the time that the client keeps us waiting, not the time that we keep it waiting. */
async function* patiently(chunks: AsyncIterableIterator<Buffer>): AsyncGenerator<Buffer> {
  let waitedMs = 0;
  let bytes = 0;
  for (;;) {
    const budgetMs = config.UPLOAD_PATIENCE_SECONDS * 1_000 + bytes / BYTES_PER_MS;
    const since = performance.now();
    const found = await within(chunks.next(), budgetMs - waitedMs);
    waitedMs += performance.now() - since;
    if (found.done) return;
    bytes += found.value.length;
    yield found.value;
  }
}

function within(next: Promise<IteratorResult<Buffer>>, ms: number): Promise<IteratorResult<Buffer>> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(errors.BadInput({ field: "body", reason: "comes too slowly" })), ms);
    next
      .then(resolve, () => reject(errors.BadInput({ field: "body", reason: "is cut off" })))
      .finally(() => clearTimeout(timer));
  });
}

function tooLarge(maxBytes: number): Error {
  const mebibytes = maxBytes / (1024 * 1024);
  return errors.BodyTooLarge({ limit: mebibytes >= 1 ? `${mebibytes} MiB` : `${maxBytes} bytes` });
}
