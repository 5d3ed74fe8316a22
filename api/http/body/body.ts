import { HttpMethodEnum, koaBody } from "koa-body";
import type { Context } from "koa";
import { errors } from "#shared/kernel/request/errors.js";

const JSON_BYTES = 1024 * 1024;
export const RAW_BYTES = 64 * 1024;
const RAW_LIMIT = "64 KiB";
const MAX_DEPTH = 20;

const jsonParser = (jsonLimit: number) =>
  koaBody({
    json: true,
    jsonLimit,
    jsonStrict: true,
    multipart: false,
    urlencoded: false,
    text: false,
    parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT, HttpMethodEnum.DELETE],
  });
const parseJson = jsonParser(JSON_BYTES);
const parseShortJson = jsonParser(RAW_BYTES);

/** The parsed JSON body: an object or an array; an empty body is {}. Refuses by 400, 413 and 415. */
export async function jsonBody(ctx: Context): Promise<unknown> {
  const length = Number(ctx.get("content-length") || 0);
  const chunked = ctx.get("transfer-encoding") !== "";
  if (length === 0 && !chunked) return {};
  if (!ctx.is("application/json")) throw errors.WrongContentType({ expected: "application/json" });
  return readJson(ctx, parseJson, "1 MiB");
}

/** The same, at most 64 KiB, which may also come as text/plain. */
export async function beaconBody(ctx: Context): Promise<unknown> {
  if (ctx.is("application/json")) return readJson(ctx, parseShortJson, RAW_LIMIT);
  if (!ctx.is("text/plain")) return jsonBody(ctx);
  const text = (await rawBody(ctx)).toString("utf8");
  if (text.trim() === "") return {};
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null) return notTooDeep(body);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw errors.BadInput({ field: "body", reason: "is not valid JSON" });
}

async function readJson(ctx: Context, parse: typeof parseJson, limit: string): Promise<unknown> {
  try {
    await parse(ctx as never, async () => undefined);
  } catch (error) {
    throw bodyRefusal(error, limit);
  }
  return notTooDeep(ctx.request.body ?? {});
}

function notTooDeep(body: unknown): unknown {
  if (depthOf(body) > MAX_DEPTH) throw errors.BadInput({ field: "body", reason: `nested deeper than ${MAX_DEPTH}` });
  return body;
}

/** The unparsed bytes, at most 64 KiB: a signature is over these. */
export async function rawBody(ctx: Context): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  // The stream is not destroyed on a refusal midway: the response uses the same connection.
  for await (const part of ctx.req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > RAW_BYTES) throw errors.BodyTooLarge({ limit: RAW_LIMIT });
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function bodyRefusal(error: unknown, limit: string): unknown {
  const status = error instanceof Error && "status" in error ? error.status : undefined;
  if (status === 413) return errors.BodyTooLarge({ limit });
  if (status === 415) return errors.WrongContentType({ expected: "application/json" });
  if (typeof status === "number" && status < 500)
    return errors.BadInput({ field: "body", reason: "is not valid JSON" });
  return error;
}

function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return depth;
  let deepest = depth + 1;
  for (const inner of Object.values(value)) deepest = Math.max(deepest, depthOf(inner, depth + 1));
  return deepest;
}
