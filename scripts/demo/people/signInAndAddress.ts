import { LoginType } from "#shared/domains/member/member.states.js";
import { SmsScene } from "#shared/domains/member/sms/smsScene.codes.js";
import type { MemberClient, SandboxClient } from "../shopClient.js";
import { ifOffered } from "../offered.js";
import { freshMobile, signInPlainly, type Tokens } from "./signInPlainly.js";
import { expect, step, until } from "../walk.js";

export interface Who {
  userId: number;
  addressId: number;
}

/** SMS code from the sandbox's inbox, sign-in, token refresh, profile, and an address from the area tree. */
export async function signInAndAddress(member: MemberClient, sandbox: SandboxClient): Promise<Who> {
  const mobile = freshMobile();
  const tokens =
    (await ifOffered("a sign-in by SMS code", ["sms"], () => signInBySms(member, sandbox, mobile))) ??
    (await signInPlainly(member, mobile));
  await step("refresh the tokens; the old refresh token dies", async () => {
    const fresh = await member.post("/app-api/member/auth/refresh-token", {
      refreshToken: tokens.refreshToken,
    });
    await member.keep(fresh);
    const again = await member.send("POST", "/app-api/member/auth/refresh-token", {
      refreshToken: tokens.refreshToken,
    });
    expect(again.code === 4010, `a rotated refresh token answered ${again.code}`);
  });
  await step(
    "read the profile",
    () => member.get("/app-api/member/user/get"),
    ({ nickname }) => nickname,
  );

  const district = await step(
    "find a district in the area tree",
    async () => {
      const provinces = await member.get("/app-api/system/area/tree");
      const found = provinces.find(({ id }) => id === 310000)?.children?.[0]?.children?.[0];
      expect(found !== undefined, "Shanghai has no district in the tree");
      return found;
    },
    ({ id, name }) => `${id} ${name}`,
  );
  const addressId = await step(
    "save a delivery address",
    () =>
      member.post("/app-api/member/address/create", {
        userId: tokens.userId,
        name: "Demo Member",
        mobile,
        areaId: district.id,
        detailAddress: "1 Century Avenue",
        defaultStatus: true,
      }),
    (id) => `address ${id}`,
  );
  return { userId: tokens.userId, addressId };
}

async function signInBySms(member: MemberClient, sandbox: SandboxClient, mobile: string): Promise<Tokens> {
  await step(
    "request an SMS code",
    () => member.post("/app-api/member/auth/send-sms-code", { mobile, scene: SmsScene.signIn }),
    () => mobile,
  );
  const code = await step(
    "the code arrives by the SMS provider",
    () =>
      until("the SMS", async () => {
        const inbox = await sandbox.get<{ code: string }[]>(`/sandbox/sms?mobile=${mobile}`);
        return inbox[0]?.code;
      }),
    (text) => text,
  );
  const tokens = await step(
    "sign in with it (a member is made)",
    () => member.post("/app-api/member/auth/sms-login", { mobile, code, loginType: LoginType.ordinary }),
    ({ userId }) => `member ${userId}`,
  );
  await member.keep(tokens);
  await step("the code does not work twice", async () => {
    const again = await member.send("POST", "/app-api/member/auth/sms-login", {
      mobile,
      code,
      loginType: LoginType.ordinary,
    });
    expect(again.code > 1_000, `a used code answered ${again.code}`);
  });
  return tokens;
}
