import type { Context } from "koa";
import { z } from "zod";
import { endpoint, member, open, operator } from "#api/http/endpoint.js";
import {
  isPublicKey,
  isShownType,
  shownTypes,
  storeMemberPicture,
  storeOperatorPicture,
} from "#shared/domains/media/index.js";
import { errors } from "#shared/kernel/request/errors.js";
import { getObject, headObject, mediaUrl, NoSuchRange, type StoredObject } from "#shared/kernel/storage/storage.js";
import { matchesEtag } from "../http/cached/cachedResponse.js";
import { directory } from "./picture.schemas.js";

/** A single range, as players send it; other forms get the whole file (RFC 9110, 14.2). */
const RANGE = /^bytes=(\d{1,15}-\d{0,15}|-\d{1,15})$/;

const CACHE_CONTROL = "public, max-age=86400";

/** Pictures and videos from object storage, for shops without a CDN before their bucket (MEDIA_BASE_URL). */
const getMedia = endpoint({
  method: "get",
  path: "/media/*key",
  access: open(),
  summary: "Returns a stored picture or video; supports range requests and If-None-Match",
  input: { params: z.object({ key: z.string() }) },
  reply: "stream",
  replies: { 200: [...shownTypes], 206: [...shownTypes], 416: ["text/plain"] },
  hasEtag: true,
  handle: async ({ params, ctx }) => {
    if (!isPublicKey(params.key)) throw errors.PathNotFound();
    if (await isKnown(ctx, params.key)) return undefined;
    return ctx.method === "HEAD" ? answerFacts(ctx, params.key) : answerBytes(ctx, params.key);
  },
});

/** Answers 304 when the client has the object as it is, also where it asks for a range (RFC 9110, 13.2.2). */
async function isKnown(ctx: Context, key: string): Promise<boolean> {
  const known = ctx.get("if-none-match");
  const found = known === "" ? undefined : await headObject(key);
  if (!found?.etag || !isShownType(found.contentType) || !matchesEtag(known, found.etag)) return false;
  ctx.status = 304;
  ctx.set("cache-control", CACHE_CONTROL);
  ctx.set("etag", found.etag);
  return true;
}

async function answerFacts(ctx: Context, key: string): Promise<void> {
  const found = await headObject(key);
  if (!found || !isShownType(found.contentType)) throw errors.PathNotFound();
  ctx.status = 200;
  setHeadersOf(ctx, found);
}

async function answerBytes(ctx: Context, key: string): Promise<void> {
  try {
    const range = await rangeOf(ctx, key);
    const found = await getObject(key, range);
    if (found && !isShownType(found.contentType)) found.body.destroy();
    if (!found || !isShownType(found.contentType)) throw errors.PathNotFound();
    ctx.body = found.body;
    setHeadersOf(ctx, found);
    if (!found.range) return;
    ctx.status = 206;
    ctx.set("content-range", found.range);
  } catch (error) {
    if (!(error instanceof NoSuchRange)) throw error;
    const whole = await headObject(key);
    ctx.status = 416;
    ctx.set("content-range", `bytes */${whole?.length ?? 0}`);
    ctx.body = "";
  }
}

/** The requested range; none when If-Range names another version of the object. */
async function rangeOf(ctx: Context, key: string): Promise<string | undefined> {
  const range = ctx.get("range");
  if (!RANGE.test(range)) return undefined;
  const etag = ctx.get("if-range");
  return etag === "" || etag === (await headObject(key))?.etag ? range : undefined;
}

function setHeadersOf(ctx: Context, { etag, length, contentType }: Omit<StoredObject, "body">): void {
  // Opened directly it would be a page of our origin, so it may do nothing.
  ctx.set("content-security-policy", "sandbox");
  ctx.set("x-content-type-options", "nosniff");
  ctx.set("cache-control", CACHE_CONTROL);
  ctx.set("accept-ranges", "bytes");
  if (etag) ctx.set("etag", etag);
  ctx.type = contentType;
  if (length !== undefined) ctx.length = length;
}

const MIB = 1024 * 1024;

const uploadByOperator = endpoint({
  method: "post",
  path: "/admin-api/infra/file/upload",
  access: operator("infra:file:upload"),
  summary: "Stores a picture (png, jpeg, gif, webp; at most 16 MiB) and returns its address",
  body: "multipart",
  maxFileBytes: 16 * MIB,
  input: { body: z.object({ directory }) },
  output: z.string(),
  handle: ({ body, file: { path, name }, actor }) =>
    storeOperatorPicture(actor.operatorId, { path, name, directory: body.directory ?? "upload" }),
  view: mediaUrl,
});

const uploadByMember = endpoint({
  method: "post",
  path: "/app-api/infra/file/upload",
  access: member(),
  summary:
    "Stores a member's picture (png, jpeg, gif, webp; at most 5 MiB, with a daily limit of bytes) and returns its address",
  body: "multipart",
  maxFileBytes: 5 * MIB,
  output: z.string(),
  handle: ({ actor, file }) => storeMemberPicture(actor.memberId, file),
  view: mediaUrl,
});

export const mediaEndpoints = [getMedia, uploadByOperator, uploadByMember];
