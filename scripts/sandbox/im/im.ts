/** The chat platform (Tencent Cloud Chat, REST of version 4): what the service ends there. */
import { createHmac } from "node:crypto";
import { inflateSync } from "node:zlib";
import { z } from "zod";
import type { ImKeys } from "../keys.js";
import type { Platform, PlatformAnswer, PlatformCall } from "../platform.js";

const NAME = "im";
const KEPT_EVENTS = 1_000;

/** What members' devices would have seen. Times are epoch ms. */
export interface ImEvent {
  type: "KICKED_OUT";
  userId: string;
  at: number;
}

export class ImEvents {
  #events: ImEvent[] = [];

  /** Newest first; of one account, or all. */
  list(userId?: string): ImEvent[] {
    return this.#events.filter((event) => userId === undefined || event.userId === userId).toReversed();
  }

  add(event: ImEvent): void {
    this.#events.push(event);
    if (this.#events.length > KEPT_EVENTS) this.#events.shift();
  }

  clear(): void {
    this.#events = [];
  }
}

class ImRefusal extends Error {
  readonly code: number;
  constructor(code: number, info: string) {
    super(info);
    this.code = code;
  }
}

const UserSig = z.object({
  "TLS.ver": z.literal("2.0"),
  "TLS.identifier": z.string(),
  "TLS.sdkappid": z.number(),
  "TLS.time": z.number(),
  "TLS.expire": z.number(),
  "TLS.sig": z.string(),
});
const KickBody = z.object({ UserID: z.string().min(1).max(32) });

export function makeIm(keys: ImKeys, events: ImEvents): Platform {
  /** Is it the administrator who calls, by a signature of our own key that is still good? */
  function checkCaller(query: URLSearchParams, at: number): void {
    if (query.get("sdkappid") !== keys.sdkAppId) throw new ImRefusal(60_010, "invalid sdkappid");
    if (query.get("contenttype") !== "json") throw new ImRefusal(60_003, "contenttype must be json");
    const identifier = query.get("identifier");
    const sig = readUserSig(query.get("usersig") ?? "");
    if (!sig) throw new ImRefusal(70_003, "UserSig is not valid");
    if (sig["TLS.identifier"] !== identifier) throw new ImRefusal(70_013, "UserSig is of another identifier");
    if (String(sig["TLS.sdkappid"]) !== keys.sdkAppId) throw new ImRefusal(70_014, "UserSig is of another sdkappid");
    const { "TLS.time": time, "TLS.expire": expire } = sig;
    const signed = `TLS.identifier:${identifier}\nTLS.sdkappid:${keys.sdkAppId}\nTLS.time:${time}\nTLS.expire:${expire}\n`;
    if (sig["TLS.sig"] !== createHmac("sha256", keys.secretKey).update(signed).digest("base64"))
      throw new ImRefusal(70_009, "UserSig verification failed");
    if (time + expire < at / 1_000) throw new ImRefusal(70_001, "UserSig expired");
    if (identifier !== keys.adminAccount) throw new ImRefusal(70_403, "app admin permissions are needed");
  }

  function kick(call: PlatformCall): void {
    const parsed = KickBody.safeParse(jsonOf(call.body));
    if (!parsed.success) throw new ImRefusal(70_402, "the parameters are invalid");
    events.add({ type: "KICKED_OUT", userId: parsed.data.UserID, at: call.at });
  }

  return {
    name: NAME,
    answer: (call) => {
      const { pathname, searchParams } = new URL(call.path, "http://platform");
      try {
        if (call.method !== "POST" || pathname !== "/v4/im_open_login_svc/kick")
          throw new ImRefusal(60_009, "the command is not known");
        checkCaller(searchParams, call.at);
        kick(call);
        return answer("OK", 0, "");
      } catch (error) {
        if (error instanceof ImRefusal) return answer("FAIL", error.code, error.message);
        throw error;
      }
    },
    failure: () => ({ ...answer("FAIL", 70_500, "internal server error"), status: 500 }),
    misSigned: () => answer("FAIL", 70_009, "UserSig verification failed"),
  };
}

function readUserSig(text: string): z.output<typeof UserSig> | undefined {
  try {
    const base64 = text.replaceAll("*", "+").replaceAll("-", "/").replaceAll("_", "=");
    return UserSig.parse(JSON.parse(inflateSync(Buffer.from(base64, "base64")).toString("utf8")));
  } catch {
    return undefined;
  }
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** The platform answers refusals with HTTP 200 as well: only the body tells. */
function answer(ActionStatus: "OK" | "FAIL", ErrorCode: number, ErrorInfo: string): PlatformAnswer {
  return {
    status: 200,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ActionStatus, ErrorInfo, ErrorCode }),
  };
}
