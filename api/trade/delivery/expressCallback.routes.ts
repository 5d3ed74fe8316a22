import { trackerGroups } from "#shared/kernel/config/providerGroups.js";
import { endpoint, needing, open } from "#api/http/endpoint.js";
import { receivePush } from "#shared/domains/trade/index.js";

/** Each tracking provider expects its own response for received, and retries after anything else. */
const push = endpoint({
  method: "post",
  path: "/callback/express",
  access: open(),
  summary: "Receives the tracks of parcels that the tracking providers push",
  reply: "raw",
  replies: { 200: ["application/json"], 401: ["application/json"] },
  body: "raw",
  limit: "callback",
  handle: async ({ ctx, rawBody }) => {
    const { isTaken, answer } = await receivePush(rawBody);
    ctx.status = isTaken ? 200 : 401;
    ctx.body = answer;
  },
});

export const expressCallbackEndpoints = needing(trackerGroups, [push]);
