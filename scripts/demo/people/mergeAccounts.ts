import { MemberStatus } from "#shared/domains/member/member.states.js";
import { MemberClient } from "../shopClient.js";
import type { Shop } from "../shopper.js";
import { expect, step, until, yuan } from "../walk.js";
import { signInPlainly } from "./signInPlainly.js";

const BALANCE = 5_000;
const LOGIN = "/app-api/member/auth/social-mini-app-login";

interface Merged {
  status: number;
  mergedInto: number | null;
}

/** A person has two accounts, one of the mini-program with money and one of the phone: agreeing to give the phone merges them. */
export async function mergeAccounts(shopUrl: string, { operator, sandbox }: Shop): Promise<void> {
  const client = new MemberClient(shopUrl);
  const person = await sandbox.post<{ openid: string; mobile: string }>("/sandbox/social/users", { nickname: "Two" });
  const codeOf = async (kind: "login" | "phone"): Promise<string> =>
    (await sandbox.post<{ code: string }>("/sandbox/social/codes", { openid: person.openid, kind })).code;
  const { userId: into } = await signInPlainly(client, person.mobile);
  const from = await step(
    "a mini-program account of the same person, with money",
    async () => {
      const { userId } = await client.post(LOGIN, { loginCode: await codeOf("login"), state: "default" });
      const change = { userId, balance: BALANCE, reason: "For the demo" };
      await operator.put("/admin-api/pay/wallet/update-balance", change);
      return userId;
    },
    (userId) => `member ${userId}, ${yuan(BALANCE)}`,
  );
  await step("it gives the phone: signed in as the phone's member", async () => {
    const body = { loginCode: await codeOf("login"), phoneCode: await codeOf("phone"), state: "default" };
    const tokens = await client.post(LOGIN, body);
    expect(tokens.userId === into, `it is member ${tokens.userId}`);
    await client.keep(tokens);
  });
  await step(
    "the money is there, the old account is merged",
    () =>
      until("the merge", async () => {
        const old = await operator.get<Merged>(`/admin-api/member/user/get?id=${from}`);
        return old.status === MemberStatus.merged && old.mergedInto === into ? old : undefined;
      }),
    ({ mergedInto }) => `member ${from} into ${mergedInto}`,
  );
}
