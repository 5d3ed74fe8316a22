import { z } from "zod";
import { closeAccount } from "#shared/domains/accountClosure/index.js";
import { endpoint, member } from "#api/http/endpoint.js";
import { optional } from "#api/http/fields.js";
import { SmsCodeGiven } from "#api/member/auth.schemas.js";

const LogoffBody = z.object({ code: optional(SmsCodeGiven) });

const logoff = endpoint({
  method: "post",
  path: "/app-api/member/user/logoff",
  access: member(),
  summary:
    "Closes the member's account permanently; while the wallet holds money, it takes an SMS code of scene 1 sent to the member's own mobile",
  input: { body: LogoffBody },
  output: z.boolean(),
  handle: async ({ actor, body }) => {
    await closeAccount(actor.memberId, body.code);
    return true;
  },
});

export const accountEndpoints = [logoff];
