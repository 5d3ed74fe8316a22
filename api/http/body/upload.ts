import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HttpMethodEnum, koaBody } from "koa-body";
import type { Context } from "koa";
import { AppError, errors } from "#shared/kernel/request/errors.js";

/** The part `file` of a form, on disk until the response. The sender's name for it is untrusted. */
export interface UploadedFile {
  path: string;
  size: number;
  name: string;
}

/** Formidable's own codes (its FormidableError.js). */
const tooManyFiles = new Set([1015]);
const tooLarge = new Set([1006, 1009, 1016]);
const MAX_FIELDS_BYTES = 64 * 1024;
/** The size of a form besides its file. */
const FORM_BYTES = MAX_FIELDS_BYTES + 16 * 1024;

/**
 * Parses a form with one file, `file`, streaming it into its own folder, and runs `fn`. The folder is always deleted:
 * after a refusal, a disconnect, or success. 400 without a file, 413 beyond `maxBytes`, 415 for anything but a form.
 */
export async function withUpload<T>(
  ctx: Context,
  maxBytes: number,
  fn: (fields: unknown, file: UploadedFile) => Promise<T>,
): Promise<T> {
  if (!ctx.is("multipart/form-data")) throw errors.WrongContentType({ expected: "multipart/form-data" });
  if (Number(ctx.get("content-length") || 0) > maxBytes + FORM_BYTES) throw tooLargeFor(maxBytes);
  const folder = await mkdtemp(join(tmpdir(), "shop-upload-"));
  try {
    await readForm(ctx, folder, maxBytes);
    return await fn(ctx.request.body ?? {}, fileOf(ctx));
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function readForm(ctx: Context, folder: string, maxBytes: number): Promise<void> {
  const parse = koaBody({
    multipart: true,
    json: false,
    urlencoded: false,
    text: false,
    parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT],
    formidable: {
      uploadDir: folder,
      maxFiles: 1,
      maxFileSize: maxBytes,
      maxTotalFileSize: maxBytes,
      maxFields: 20,
      maxFieldsSize: MAX_FIELDS_BYTES,
      allowEmptyFiles: true,
      minFileSize: 0,
    },
  });
  try {
    await Promise.race([parse(ctx as never, async () => undefined), cutOff(ctx)]);
  } catch (error) {
    throw formRefusal(error, maxBytes);
  }
}

/** Rejects when the client disconnects. Formidable waits forever for one that left before it begins to read. */
function cutOff({ req }: Context): Promise<never> {
  return new Promise((_, reject) => {
    const refuse = (): void => {
      if (!req.complete) reject(errors.BadInput({ field: "body", reason: "is cut off" }));
    };
    if (req.destroyed) refuse();
    req.once("close", refuse);
  });
}

/** Formidable sets `httpCode`, but throws a plain error for a form that is cut off. */
function formRefusal(error: unknown, maxBytes: number): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  const { code, httpCode } = error as { code?: unknown; httpCode?: unknown };
  if (typeof code === "string") return error;
  if (typeof code === "number" && tooLarge.has(code)) return tooLargeFor(maxBytes);
  if (typeof code === "number" && tooManyFiles.has(code))
    return errors.BadInput({ field: "file", reason: "must be one file" });
  if (typeof httpCode === "number" && httpCode >= 500) return errors.BadInput({ field: "body", reason: "is cut off" });
  return errors.BadInput({ field: "body", reason: "is not a valid form" });
}

function fileOf(ctx: Context): UploadedFile {
  const found = ctx.request.files?.["file"];
  const file = Array.isArray(found) ? found[0] : found;
  if (!file) throw errors.BadInput({ field: "file", reason: "is required" });
  return { path: file.filepath, size: file.size, name: file.originalFilename ?? "" };
}

function tooLargeFor(maxBytes: number): Error {
  const mebibytes = maxBytes / (1024 * 1024);
  return errors.BodyTooLarge({ limit: mebibytes >= 1 ? `${mebibytes} MiB` : `${maxBytes} bytes` });
}
