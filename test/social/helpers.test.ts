import { expect } from "chai";
import { shownPath } from "#api/http/mount.js";
import { config } from "#shared/kernel/config/config.js";
import { buildMember } from "#test/factories/member.js";
import { stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";
import { callsDuring, codeOf, noSocialFaults, person, socialFault } from "./support.js";

async function withoutSecrets(run: () => Promise<void>): Promise<void> {
  const { SOCIAL_EXPOSE_SECRETS } = config;
  Object.assign(config, { SOCIAL_EXPOSE_SECRETS: false });
  try {
    await run();
  } finally {
    Object.assign(config, { SOCIAL_EXPOSE_SECRETS });
  }
}

describe("the social helpers", () => {
  before(startService);
  afterEach(noSocialFaults);

  it("getSocialOpenId tells the openid of a login code, and the member who asks", async () => {
    const someone = await person();
    const { client, member } = await buildMember({ nickname: "小明" });
    const answer = await client.get(`/app-api/social/getSocialOpenId/${await codeOf(someone, "login")}`);
    expect(answer).to.include({ status: 200, code: 200 });
    expect(answer.data.sessionKey).to.match(/^[\w+/]{22}==$/);
    expect(answer.data).to.deep.include({
      openId: someone.openid,
      memberUserRespDTO: {
        id: member._id,
        nickname: "小明",
        name: null,
        status: 0,
        avatar: member.avatar,
        mobile: member.mobile,
      },
    });
  });

  it("getSocialOpenId keeps the session key to itself where secrets are not shown", () =>
    withoutSecrets(async () => {
      const { client } = await buildMember();
      const answer = await client.get(`/app-api/social/getSocialOpenId/${await codeOf(await person(), "login")}`);
      expect(answer).to.include({ status: 200, code: 200 });
      expect(answer.data.sessionKey).to.equal(null);
    }));

  it("getSocialOpenId of a code that is no good is a refusal without data", async () => {
    const { client } = await buildMember();
    const answer = await client.get("/app-api/social/getSocialOpenId/nobody-issued-this");
    expect(answer).to.deep.include({ status: 200, code: 1004003005, data: null });
    expect((await client.get(`/app-api/social/getSocialOpenId/${"x".repeat(600)}`)).status).to.equal(400);
  });

  it("getAccessToken shows the token that the provider gave, and for how long it is good", async () => {
    const { client } = await buildMember();
    const answer = await client.get("/app-api/social/getAccessToken");
    expect(answer).to.include({ status: 200, code: 200 });
    expect(answer.data.accessToken).to.be.a("string").with.length.greaterThan(100);
    expect(answer.data.expiresIn).to.be.within(1, 7_200);
    expect(await callsDuring(() => client.get("/app-api/social/getAccessToken"))).to.deep.equal([]);
  });

  it("getAccessToken is refused by name where secrets are not shown", () =>
    withoutSecrets(async () => {
      const { client } = await buildMember();
      const answer = await client.get("/app-api/social/getAccessToken");
      expect(answer).to.deep.include({ status: 200, code: 1002018220, data: null });
    }));

  it("getUserPhoneNum tells the number of a phone code", async () => {
    const someone = await person({ mobile: "13700001111" });
    const { client } = await buildMember();
    const body = { code: await codeOf(someone, "phone"), openId: someone.openid, accessToken: "anything" };
    const answer = await client.post("/app-api/social/getUserPhoneNum", body);
    expect(answer).to.include({ status: 200, code: 200 });
    expect(answer.data).to.deep.include({
      phoneNumber: "13700001111",
      purePhoneNumber: "13700001111",
      countryCode: 86,
    });
    expect(answer.data.watermark.appid).to.equal(config.SOCIAL_MINI_APP_ID);
    expect(Math.abs(answer.data.watermark.timestamp - Date.now() / 1_000)).to.be.below(5);
    const again = await client.post("/app-api/social/getUserPhoneNum", body);
    expect(again).to.deep.include({ status: 200, code: 1002018200, data: null });
  });

  it("getUserPhoneNum names the field that is wrong", async () => {
    const { client } = await buildMember();
    for (const [body, field] of [
      [{}, "code"],
      [{ code: "" }, "code"],
      [{ code: { $gt: "" } }, "code"],
      [{ code: 7 }, "code"],
      [{ code: "x", openId: { $gt: "" } }, "openId"],
      [{ code: "x", accessToken: ["a"] }, "accessToken"],
    ] as const) {
      const answer = await client.post("/app-api/social/getUserPhoneNum", body);
      expect(answer.status, JSON.stringify(body)).to.equal(400);
      expect(answer.msg).to.match(new RegExp(`^${field}`));
    }
  });

  it("a provider that is away is told in time, in both languages", async function () {
    const { client } = await buildMember();
    const code = await codeOf(await person(), "login");
    await socialFault({ mode: "error", count: 50 });
    const path = `/app-api/social/getSocialOpenId/${code}`;
    const busy = await client.with({ "accept-language": "zh-CN" }).get(path);
    expect(busy).to.deep.include({ status: 200, code: 1002018002, data: null });
    expect(busy.msg).to.equal("社交平台繁忙，请稍后重试");
    await socialFault({ mode: "timeout", count: 50 });
    const startedAt = Date.now();
    const away = await client.get(path);
    expect([away.status, away.code]).to.deep.equal([503, 503]);
    expect(Number(away.headers.get("retry-after"))).to.be.within(1, 5);
    expect(Date.now() - startedAt).to.be.below(5_500);
  });

  it("leave no login code in the line that a request logs", () => {
    expect(shownPath("/app-api/social/getSocialOpenId/:code", "/app-api/social/getSocialOpenId/0a1b")).to.equal(
      "/app-api/social/getSocialOpenId/:code",
    );
    expect(shownPath("/app-api/website/product/:id", "/app-api/website/product/7")).to.equal(
      "/app-api/website/product/7",
    );
  });

  it("are closed to strangers", async () => {
    for (const answer of [
      await stranger.get("/app-api/social/getSocialOpenId/x"),
      await stranger.get("/app-api/social/getAccessToken"),
      await stranger.post("/app-api/social/getUserPhoneNum", { code: "x" }),
    ])
      expect(answer).to.include({ status: 401, code: 401 });
  });
});
