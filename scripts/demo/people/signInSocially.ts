import { SignInResult } from "#shared/domains/member/member.states.js";
import { SocialType } from "#shared/domains/social/social.codes.js";
import { MemberClient } from "../shopClient.js";
import type { Shop, Shopper } from "../shopper.js";
import { expect, step, until } from "../walk.js";

interface Person {
  openid: string;
  unionid: string;
  mobile: string;
}
/** 1004003005. */
const NOT_RESOLVED = 1_004_003_005;
/** A district of the area tree: Huangpu, Shanghai. */
const AREA = 310_101;

/** A person of the social provider signs in: by the mini-program with and without the phone, then by the website. */
export async function signInSocially(shopUrl: string, { operator, sandbox }: Shop): Promise<Shopper> {
  const client = new MemberClient(shopUrl);
  const person = await step(
    "a person of the social provider",
    () => sandbox.post<Person>("/sandbox/social/users", { nickname: "Demo Friend" }),
    ({ openid, mobile }) => `${openid}, ${mobile}`,
  );
  const codeOf = async (kind: "login" | "phone" | "authorize"): Promise<string> =>
    (await sandbox.post<{ code: string }>("/sandbox/social/codes", { openid: person.openid, kind })).code;

  const loginCode = await codeOf("login");
  const made = await step(
    "sign in by the mini-program, with the phone",
    async () => {
      const body = { loginCode, phoneCode: await codeOf("phone"), state: "default" };
      const tokens = await client.post("/app-api/member/auth/social-mini-app-login", body);
      expect(tokens.openid === person.openid, "the openid is not the person's");
      await client.keep(tokens);
      const { mobile } = await client.get("/app-api/member/user/get");
      expect(mobile === person.mobile, `the member's mobile is ${mobile}`);
      return tokens;
    },
    ({ userId }) => `member ${userId}, the phone is theirs`,
  );
  await step("the provider's code does not work twice", () =>
    client.refused(NOT_RESOLVED, "POST", "/app-api/member/auth/social-mini-app-login", { loginCode, state: "default" }),
  );
  await step("sign in again without the phone: the same member", async () => {
    const body = { loginCode: await codeOf("login"), state: "default" };
    const { userId } = await client.post("/app-api/member/auth/social-mini-app-login", body);
    expect(userId === made.userId, `it is member ${userId}`);
  });
  await agreeOnTheWebsite(client, person, made.userId, () => codeOf("authorize"));
  await signPage(client);
  await step(
    "the login log shows all three",
    () =>
      until("the login log", async () => {
        const { list } = await operator.get<{ list: { result: number; userIp: string }[] }>(
          `/admin-api/system/login-log/page?userId=${made.userId}&logType=LOGIN_SOCIAL`,
        );
        return list.length === 3 && list.every(({ result }) => result === SignInResult.success) ? list : undefined;
      }),
    (list) => `${list.length} × LOGIN_SOCIAL from ${list[0]?.userIp ?? ""}`,
  );
  const addressId = await client.post("/app-api/member/address/create", {
    userId: made.userId,
    name: "Demo Friend",
    mobile: person.mobile,
    areaId: AREA,
    detailAddress: "2 Century Avenue",
    defaultStatus: true,
  });
  return { client, userId: made.userId, addressId };
}

/** The website's own application: in reality another openid, but the same person at the provider. */
async function agreeOnTheWebsite(
  client: MemberClient,
  { openid }: Person,
  userId: number,
  freshCode: () => Promise<string>,
): Promise<void> {
  const redirect = "/app-api/member/auth/social-auth-redirect";
  const home = `${client.baseUrl}/signed-in`;
  const authorizeUrl = await step(
    "where to agree on the website: an address, a state",
    () => client.get(redirect, { type: SocialType.website, redirectUri: home }),
    (url) => url,
  );
  await step("it does not lead to strangers", () =>
    client.refused(400, "GET", `${redirect}?type=${SocialType.website}&redirectUri=https://stranger.example/signed-in`),
  );
  const back = await step(
    "the person agrees and is sent back",
    async () => {
      const page = new URL(authorizeUrl);
      const state = page.searchParams.get("state") ?? "";
      page.searchParams.set("openid", openid);
      const answer = await fetch(page, { redirect: "manual" });
      const location = new URL(answer.headers.get("location") ?? "about:blank");
      expect(location.href.startsWith(home), `the provider redirects to ${location.href}`);
      expect(location.searchParams.get("state") === state, "the state is another one");
      return { code: location.searchParams.get("code") ?? "", state };
    },
    ({ code }) => `code ${code}`,
  );
  await step("sign in with code and state: the same member", async () => {
    const tokens = await client.post("/app-api/member/auth/social-login", { type: SocialType.website, ...back });
    expect(tokens.userId === userId, `it is member ${tokens.userId}`);
    await client.keep(tokens);
  });
  await step("a state works once, a made-up one never", async () => {
    const login = "/app-api/member/auth/social-login";
    for (const state of [back.state, "made-up"])
      await client.refused(NOT_RESOLVED, "POST", login, { type: SocialType.website, code: await freshCode(), state });
  });
}

async function signPage(client: MemberClient): Promise<void> {
  await step(
    "a page is signed for the provider's script",
    async () => {
      const query = { url: `${client.baseUrl}/product?id=1#reviews` };
      const signed = await client.post("/app-api/member/auth/create-social-jsapi-signature", undefined, { query });
      expect(/^[0-9a-f]{40}$/.test(signed.signature), "the signature is no SHA-1");
      expect(Math.abs(Date.now() / 1_000 - signed.timestamp) < 60, "its time is not now, in seconds");
      return signed;
    },
    ({ appId, signature }) => `${appId} ${signature}`,
  );
}
