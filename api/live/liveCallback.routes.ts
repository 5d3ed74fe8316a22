import { endpoint, needing, open } from "#api/http/endpoint.js";
import { receiveLiveCallback } from "#shared/domains/live/index.js";

/** The streaming provider accepts 200 with code 0 as received, and retries after anything else. */
const callback = endpoint({
  method: "post",
  path: "/callback/live",
  access: open(),
  summary: "Receives callbacks of the live provider about streams and recordings",
  reply: "raw",
  replies: { 200: ["application/json"], 401: ["application/json"] },
  body: "raw",
  limit: "callback",
  handle: async ({ ctx, rawBody }) => {
    const isStored = await receiveLiveCallback(rawBody);
    ctx.status = isStored ? 200 : 401;
    ctx.body = isStored ? { code: 0 } : { code: 401, message: "the signature does not hold" };
  },
});

export const liveCallbackEndpoints = needing("live", [callback]);
