/** The streaming platform's API 3.0: the one action that the shop calls. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { LiveApiKeys, LiveKeys } from "../keyTypes.js";
import { headerOf, type Platform, type PlatformAnswer, type PlatformCall } from "../platform.js";
import { checkTc3, SmsRefusal as ApiRefusal } from "../sms/tc3.js";

const VERSION = "2018-08-01";
const DropBody = z.object({ DomainName: z.string(), AppName: z.string(), StreamName: z.string().min(1) });

/** @param drop ends a stream; answers what follows from it, if it ran */
export function makeLiveApi(
  keys: LiveKeys & LiveApiKeys,
  drop: (streamName: string) => (() => void) | undefined,
): Pick<Platform, "answer" | "operation"> {
  function dropStream(call: PlatformCall): PlatformAnswer {
    checkTc3(call, { ...keys, service: "live" });
    if (headerOf(call, "x-tc-action") !== "DropLiveStream") throw new ApiRefusal("InvalidAction", "Unknown action.");
    if (headerOf(call, "x-tc-version") !== VERSION) throw new ApiRefusal("NoSuchVersion", "Unknown version.");
    const body = bodyOf(call);
    if (body.DomainName !== keys.pushDomain) throw new ApiRefusal("ResourceNotFound.DomainNotExist", "No such domain.");
    const afterwards = drop(body.StreamName);
    return { ...answer({}), ...(afterwards ? { afterwards } : {}) };
  }

  return {
    operation: (call) => headerOf(call, "x-tc-action") ?? null,
    answer: (call) => {
      try {
        return dropStream(call);
      } catch (error) {
        if (error instanceof ApiRefusal) return refusal(error.code, error.message);
        throw error;
      }
    },
  };
}

function bodyOf(call: PlatformCall): z.output<typeof DropBody> {
  try {
    return DropBody.parse(JSON.parse(call.body.toString("utf8")));
  } catch {
    throw new ApiRefusal("InvalidParameter", "A parameter is missing or not valid.");
  }
}

const answer = (response: object): PlatformAnswer => ({
  status: 200,
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ Response: { ...response, RequestId: randomUUID() } }),
});

export const refusal = (Code: string, Message: string): PlatformAnswer => answer({ Error: { Code, Message } });
