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
import { directory } from "./picture.schemas.js";

/** A single range, as players send it; other forms get the whole file (RFC 9110, 14.2). */
const RANGE = /^bytes=(\d{1,15}-\d{0,15}|-\d{1,15})$/;

/** Pictures and videos from object storage, for shops without a CDN before their bucket (MEDIA_BASE_URL). */
const getMedia = endpoint({
  method: "get",
  path: "/media/*key",
  access: open(),
  summary: "Returns a stored picture or video; supports range requests",
  input: { params: z.object({ key: z.string() }) },
  reply: "stream",
  replies: { 200: [...shownTypes], 206: [...shownTypes], 416: ["text/plain"] },
  handle: ({ params, ctx }) => {
    if (!isPublicKey(params.key)) throw errors.PathNotFound();
    return ctx.method === "HEAD" ? answerFacts(ctx, params.key) : answerBytes(ctx, params.key);
  },
});

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
  ctx.set("cache-control", "public, max-age=86400");
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
