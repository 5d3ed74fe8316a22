import { z } from "zod";
import { endpoint, member } from "#api/http/endpoint.js";
import { LongId } from "#api/http/fields.js";
import { enabledChannelCodes } from "#shared/domains/pay/index.js";

const getEnableCodeList = endpoint({
  method: "post",
  path: "/app-api/pay/channel/get-enable-code-list",
  access: member(),
  summary: "Lists the pay channels that clients of an app (1 mall, 8 wallet) may offer",
  input: { body: z.object({ appId: LongId }) },
  output: z.array(z.string()),
  handle: ({ body }) => enabledChannelCodes(body.appId),
});

export const payChannelEndpoints = [getEnableCodeList];
