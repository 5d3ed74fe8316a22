import { endpoint, open } from "#api/http/endpoint.js";
import { receiveVodCallback } from "#shared/domains/video/index.js";

/** The video provider takes 200 as received, and anything else as a reason to call again. */
const callbackAt = (path: string) =>
  endpoint({
    method: "post",
    path,
    access: open(),
    summary: "The video platform tells of videos and their covers",
    reply: "raw",
    body: "raw",
    limit: "callback",
    handle: async ({ ctx, rawBody }) => {
      const isStored = await receiveVodCallback(rawBody);
      ctx.status = isStored ? 200 : 401;
      ctx.body = isStored ? { code: 0 } : { code: 401, message: "the signature does not hold" };
    },
  });

/** The second address is the one that back offices of this kind have at the provider since long. */
export const vodCallbackEndpoints = [callbackAt("/callback/vod"), callbackAt("/admin-api/cloudvod/callback")];
