import { z } from "zod";
import { giveUpAccount } from "#shared/domains/account/index.js";
import { endpoint, member } from "#api/http/endpoint.js";

const logoff = endpoint({
  method: "post",
  path: "/app-api/member/user/logoff",
  access: member(),
  summary: "Gives the account up for good, with all that belongs to it",
  output: z.boolean(),
  handle: async ({ actor }) => {
    await giveUpAccount(actor.memberId);
    return true;
  },
});

export const accountEndpoints = [logoff];
