import { endpoint, needing, open } from "#api/http/endpoint.js";
import { receiveVodCallback } from "#shared/domains/video/index.js";

/** The video provider accepts 200 as received, and retries after anything else. */
const callbackAt = (path: string) =>
  endpoint({
    method: "post",
    path,
    access: open(),
    summary: "Receives callbacks of the video provider about videos and their covers",
    reply: "raw",
    replies: { 200: ["application/json"], 401: ["application/json"] },
    body: "raw",
    limit: "callback",
    handle: async ({ ctx, rawBody }) => {
      const isStored = await receiveVodCallback(rawBody);
      ctx.status = isStored ? 200 : 401;
      ctx.body = isStored ? { code: 0 } : { code: 401, message: "the signature does not hold" };
    },
  });

/** The second address is the one that older back offices of this kind have registered at the provider. */
export const vodCallbackEndpoints = needing("vod", [
  callbackAt("/callback/vod"),
  callbackAt("/admin-api/cloudvod/callback"),
]);
