import { z } from "zod";
import { endpoint, member, open, operator } from "#api/http/endpoint.js";
import { optional } from "#api/http/fields.js";
import { recordOperation } from "#shared/domains/audit/index.js";
import { isPublicKey, storePicture } from "#shared/domains/media/index.js";
import { errors } from "#shared/platform/errors.js";
import { getObject, mediaUrl } from "#shared/platform/storage.js";

/** Pictures from object storage, for shops without a CDN before their bucket (MEDIA_BASE_URL). */
const getMedia = endpoint({
  method: "get",
  path: "/media/*key",
  access: open(),
  summary: "A stored picture",
  input: { params: z.object({ key: z.string() }) },
  reply: "stream",
  handle: async ({ params, ctx }) => {
    const found = isPublicKey(params.key) ? await getObject(params.key) : undefined;
    if (!found) throw errors.PathNotFound();
    ctx.set("cache-control", "public, max-age=86400");
    if (found.etag) ctx.set("etag", found.etag);
    if (found.length !== undefined) ctx.length = found.length;
    ctx.type = found.contentType;
    ctx.body = found.body;
  },
});

const MIB = 1024 * 1024;

/** The folder below public/ that the operators' files go into. */
const directory = optional(
  z
    .string()
    .max(100)
    .regex(/^[a-zA-Z0-9_-]+(\/[a-zA-Z0-9_-]+)*$/, "must be names of letters and digits, parted by /"),
);

const uploadByOperator = endpoint({
  method: "post",
  path: "/admin-api/infra/file/upload",
  access: operator("infra:file:upload"),
  summary: "Stores a picture (png, jpeg, gif, webp; at most 16 MiB) and answers its address",
  body: "multipart",
  maxFileBytes: 16 * MIB,
  input: { body: z.object({ directory }) },
  output: z.string(),
  handle: async ({ body, file }) => {
    const key = await storePicture(file.path, body.directory ?? "upload");
    await recordOperation({ module: "infra", action: "file.upload", bizId: key, after: { size: file.size } });
    return key;
  },
  view: mediaUrl,
});

const uploadByMember = endpoint({
  method: "post",
  path: "/app-api/infra/file/upload",
  access: member(),
  summary: "Stores a member's picture (png, jpeg, gif, webp; at most 5 MiB) and answers its address",
  body: "multipart",
  maxFileBytes: 5 * MIB,
  output: z.string(),
  handle: ({ file }) => storePicture(file.path, "member"),
  view: mediaUrl,
});

export const mediaEndpoints = [getMedia, uploadByOperator, uploadByMember];
