import { createHash, randomBytes } from "node:crypto";
import { clock } from "#shared/kernel/time/clock.js";
import { requestCredential } from "./accessToken.js";
import { socialApp } from "./socialApps.js";
import { CredentialName, SocialType } from "./social.codes.js";

interface JsapiSignature {
  appId: string;
  /** Epoch seconds. */
  timestamp: number;
  nonceStr: string;
  signature: string;
  /** The signed address: the page's without its fragment. */
  url: string;
}

/** Signs a page of the official account for the provider's script, with the stored ticket or a newly fetched one. */
export async function jsapiSignature(input: { url: string }): Promise<JsapiSignature> {
  const { appId } = socialApp(SocialType.officialAccount);
  const url = input.url.replace(/#.*$/s, "");
  const ticket = await requestCredential(CredentialName.officialAccountTicket);
  const timestamp = Math.floor(clock.ms() / 1_000);
  const nonceStr = randomBytes(16).toString("hex");
  return { appId, timestamp, nonceStr, signature: signPage({ ticket: ticket.value, nonceStr, timestamp, url }), url };
}

/** SHA-1, in hex, of the four fields in the order of their names. */
function signPage(page: { ticket: string; nonceStr: string; timestamp: number; url: string }): string {
  const { ticket, nonceStr, timestamp, url } = page;
  const text = `jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url}`;
  return createHash("sha1").update(text).digest("hex");
}
