import { z } from "zod";
import { endpoint, open } from "#api/http/endpoint.js";
import { errors } from "#shared/platform/errors.js";
import { getObject } from "#shared/platform/storage.js";

/** Only what was stored to be seen by everyone: pictures. Other objects need their owner's signed link. */
const publicKey = z
  .string()
  .regex(/^public\/[\w/.-]{1,200}$/)
  .refine((key) => !key.includes(".."));

/** Pictures from object storage, for shops without a CDN before their bucket (MEDIA_BASE_URL). */
const getMedia = endpoint({
  method: "get",
  path: "/media/*key",
  access: open(),
  summary: "A stored picture",
  input: { params: z.object({ key: z.string() }) },
  reply: "stream",
  handle: async ({ params, ctx }) => {
    const key = publicKey.safeParse(params.key);
    const found = key.success ? await getObject(key.data) : undefined;
    if (!found) throw errors.PathNotFound();
    ctx.set("cache-control", "public, max-age=86400");
    if (found.etag) ctx.set("etag", found.etag);
    if (found.length !== undefined) ctx.length = found.length;
    ctx.type = found.contentType;
    ctx.body = found.body;
  },
});

export const mediaEndpoints = [getMedia];
