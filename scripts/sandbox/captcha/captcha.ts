/** The captcha provider: answers that were solved here, each good once, in the `siteverify` protocol. */
import { randomUUID } from "node:crypto";
import type { Provider, ProviderAnswer, ProviderCall } from "../provider.js";

export const CAPTCHA_SITE_KEY = "sandbox-site";
export const CAPTCHA_SECRET = "sandbox-captcha-secret";
/** As at the real ones. */
const LIFE_MS = 300_000;

export interface CaptchaSide {
  provider: Provider;
  /** Somebody solves the captcha: the answer that a client sends along. */
  solve(action: string): string;
  clear(): void;
}

export function makeCaptcha({ now }: { now: () => number }): CaptchaSide {
  const solved = new Map<string, { action: string; at: number }>();

  function verify(call: ProviderCall): ProviderAnswer {
    const form = new URLSearchParams(call.body.toString("utf8"));
    if (form.get("secret") !== CAPTCHA_SECRET) return refuse("invalid-input-secret");
    const token = form.get("response") ?? "";
    if (token === "") return refuse("missing-input-response");
    const found = solved.get(token);
    if (!found) return refuse(token.startsWith("sandbox-") ? "timeout-or-duplicate" : "invalid-input-response");
    solved.delete(token);
    if (now() - found.at > LIFE_MS) return refuse("timeout-or-duplicate");
    const challenge_ts = new Date(found.at).toISOString();
    return answer({ success: true, challenge_ts, hostname: "shop.example", action: found.action, "error-codes": [] });
  }

  return {
    provider: {
      name: "captcha",
      answer: (call) =>
        call.method === "POST" && call.path.split("?")[0] === "/siteverify" ? verify(call) : answer({}, 404),
      failure: () => answer({ success: false, "error-codes": ["internal-error"] }, 500),
      wronglySigned: () => refuse("invalid-input-secret"),
    },
    solve(action) {
      const token = `sandbox-${randomUUID()}`;
      solved.set(token, { action, at: now() });
      return token;
    },
    clear: () => solved.clear(),
  };
}

const answer = (body: object, status = 200): ProviderAnswer => ({
  status,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
const refuse = (code: string): ProviderAnswer => answer({ success: false, "error-codes": [code] });
