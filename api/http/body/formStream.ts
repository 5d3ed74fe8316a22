import type { Context } from "koa";
import { config } from "#shared/kernel/config/config.js";
import { errors } from "#shared/kernel/request/errors.js";
import { liftBodyLimit } from "./bodyTimeout.js";
import { FormReader, type FormPart } from "./formReader.js";

/** The only file of a form, streamed while it arrives: neither memory nor disk holds it. */
export interface FileStream {
  /** The sender's name for it: untrusted. */
  name: string;
  /**
   * Its bytes, once. Reading may throw midway: 413 beyond the limit, 400 for a form that is cut off, too slow or has a
   * second file. The reader must clean up then.
   */
  bytes: AsyncIterable<Buffer>;
}

const MAX_FIELDS_BYTES = 64 * 1024;
/** The size of a form besides its file. */
const FORM_BYTES = MAX_FIELDS_BYTES + 16 * 1024;
/** A slower average ends the upload. */
const BYTES_PER_MS = 16;

/**
 * Parses a form up to its file, the part `field`, and runs `fn` on it. 415 for anything but a form, 413 where its
 * length header exceeds `maxBytes`, 400 without a file or with one under another name.
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
    const reader = new FormReader(boundary, withTimeout(chunks));
    const file = await findFile(reader, field);
    return await fn({ name: file.fileName ?? "", bytes: bytesOf(reader, field, maxBytes) });
  } finally {
    // Not awaited: a client that stopped sending would delay the response.
    chunks.return?.().catch(() => undefined);
  }
}

const boundaryOf = (contentType: string): string | undefined => {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  return quoted ?? plain;
};

/** The form up to its file; the few fields before it are skipped. */
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
  // Only a complete form is valid, so the rest after the file is read before the file counts.
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

/** Counts only the time spent waiting for the client, not the time that our reader takes. */
async function* withTimeout(chunks: AsyncIterableIterator<Buffer>): AsyncGenerator<Buffer> {
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
