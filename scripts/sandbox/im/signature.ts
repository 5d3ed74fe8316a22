/** Parses and checks the UserSig as the chat provider does. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { inflateSync } from "node:zlib";
import { z } from "zod";
import type { ImKeys } from "../keyTypes.js";

/** A refusal of the chat provider. */
export class ImRefusal extends Error {
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

/** Checks that the administrator calls, with a valid signature of our key. */
export function checkCaller(keys: ImKeys, query: URLSearchParams, at: number): void {
  if (query.get("sdkappid") !== keys.sdkAppId) throw new ImRefusal(60_010, "invalid sdkappid");
  if (query.get("contenttype") !== "json") throw new ImRefusal(60_003, "contenttype must be json");
  const identifier = query.get("identifier");
  const sig = readUserSig(query.get("usersig") ?? "");
  if (!sig) throw new ImRefusal(70_003, "UserSig is not valid");
  if (sig["TLS.identifier"] !== identifier) throw new ImRefusal(70_013, "UserSig is of another identifier");
  if (String(sig["TLS.sdkappid"]) !== keys.sdkAppId) throw new ImRefusal(70_014, "UserSig is of another sdkappid");
  const { "TLS.time": time, "TLS.expire": expire } = sig;
  const signed = `TLS.identifier:${identifier}\nTLS.sdkappid:${keys.sdkAppId}\nTLS.time:${time}\nTLS.expire:${expire}\n`;
  const right = createHmac("sha256", keys.secretKey).update(signed).digest();
  const given = Buffer.from(sig["TLS.sig"], "base64");
  if (given.length !== right.length || !timingSafeEqual(given, right))
    throw new ImRefusal(70_009, "UserSig verification failed");
  if (time + expire < at / 1_000) throw new ImRefusal(70_001, "UserSig expired");
  if (identifier !== keys.adminAccount) throw new ImRefusal(70_403, "app admin permissions are needed");
}

function readUserSig(text: string): z.output<typeof UserSig> | undefined {
  try {
    const base64 = text.replaceAll("*", "+").replaceAll("-", "/").replaceAll("_", "=");
    return UserSig.parse(JSON.parse(inflateSync(Buffer.from(base64, "base64")).toString("utf8")));
  } catch {
    return undefined;
  }
}
