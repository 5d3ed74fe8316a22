import { expect } from "chai";
import { config } from "#shared/kernel/config/config.js";
import { freshMobile } from "#test/factories/member.js";
import { stranger } from "#test/support/client.js";
import { sandbox } from "#test/support/environment.js";

interface SocialPersonBuilt {
  openid: string;
  unionid: string;
  mobile: string;
  /** A fresh code: login and phone are the mini-program's, authorize the others'. */
  code: (kind: "login" | "phone" | "authorize") => Promise<string>;
}

async function control<T>(method: string, path: string, body: unknown): Promise<T> {
  const reply = await fetch(`${sandbox.url}/sandbox/${path}`, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await reply.text();
  expect(reply.status, text).to.be.below(300);
  return JSON.parse(text || "null") as T;
}

/** Somebody who has an account on the social provider. */
export async function buildSocialPerson(told: { nickname?: string; avatar?: string; mobile?: string } = {}) {
  const person = await control<Omit<SocialPersonBuilt, "code">>("POST", "social/users", {
    mobile: freshMobile(),
    ...told,
  });
  const code = async (kind: "login" | "phone" | "authorize"): Promise<string> =>
    (await control<{ code: string }>("POST", "social/codes", { openid: person.openid, kind })).code;
  return { ...person, code } satisfies SocialPersonBuilt;
}

/** The next calls of the social provider fail in a way (rules: Sandbox). */
export async function failSocial(fault: {
  mode: string;
  count?: number;
  after?: boolean;
  delayMs?: number;
}): Promise<void> {
  await control("PUT", "faults", { platform: "social", count: 1, ...fault });
}

/** The provider is well again. */
export async function healSocial(): Promise<void> {
  await fetch(`${sandbox.url}/sandbox/faults`, { method: "DELETE" });
}

/** A state as the page of a type got it. */
export async function freshState(type: 31 | 32 = 31): Promise<string> {
  const redirectUri = encodeURIComponent(`${new URL(config.REDIRECT_URIS[0] ?? config.PUBLIC_URL).origin}/signed-in`);
  const reply = await stranger.get(`/app-api/member/auth/social-auth-redirect?type=${type}&redirectUri=${redirectUri}`);
  expect(reply, reply.msg).to.include({ status: 200, code: 0 });
  return new URL(reply.data).searchParams.get("state")!;
}
