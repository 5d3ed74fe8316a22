import { endpoint, open } from "#api/http/endpoint.js";
import { receivePush } from "#shared/domains/trade/index.js";

/** The tracking platform takes `result` true with "200" as received, and anything else as a reason to push again. */
const push = endpoint({
  method: "post",
  path: "/callback/express",
  access: open(),
  summary: "The tracking platform tells where a parcel is",
  reply: "raw",
  body: "raw",
  limit: "callback",
  handle: async ({ ctx, rawBody }) => {
    const isStored = await receivePush(rawBody);
    ctx.status = isStored ? 200 : 401;
    ctx.body = isStored
      ? { result: true, returnCode: "200", message: "成功" }
      : { result: false, returnCode: "401", message: "验签失败" };
  },
});

export const expressCallbackEndpoints = [push];
