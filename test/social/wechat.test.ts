import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { authorizePage } from "#shared/providers/social/authorizePage.js";
import { SocialRefused } from "#shared/providers/social/port.js";
import { timeWithin } from "#shared/kernel/http/timeLeft.js";
import { wechat } from "#shared/providers/social/client.js";
import { config } from "#shared/kernel/config/config.js";
import { OutboundFailed } from "#shared/kernel/http/outboundErrors.js";

const app = { appId: "wxAPP", secret: "app-secret" };
const left = () => timeWithin(3_000);
const thrown = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (answer) => `answered ${JSON.stringify(answer)}`,
    (error: unknown) => error,
  );

/** Messages as the provider's documents show them, both ways. */
describe("the WeChat adapter", () => {
  let server: Server;
  let answers: { status: number; body: string }[] = [];
  let asked: { method: string; path: string; query: Record<string, string>; body: unknown }[] = [];
  const { SOCIAL_BASE_URL, SOCIAL_OPEN_URL } = config;

  before(async () => {
    server = createServer((request, response) => {
      let body = "";
      request.on("data", (part: Buffer) => (body += part.toString()));
      request.on("end", () => {
        const url = new URL(request.url ?? "", "http://platform");
        asked.push({
          method: request.method ?? "",
          path: url.pathname,
          query: Object.fromEntries(url.searchParams),
          body: body === "" ? undefined : (JSON.parse(body) as unknown),
        });
        const { status, body: said } = answers.shift() ?? { status: 404, body: "" };
        response.writeHead(status, { "content-type": "text/plain" }).end(said);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    Object.assign(config, {
      SOCIAL_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      SOCIAL_OPEN_URL: "https://open.weixin.qq.com",
    });
  });
  after(() => {
    Object.assign(config, { SOCIAL_BASE_URL, SOCIAL_OPEN_URL });
    server.close();
    server.closeAllConnections();
  });
  beforeEach(() => {
    answers = [];
    asked = [];
  });
  const says = (body: unknown, status = 200): void => {
    answers.push({ status, body: typeof body === "string" ? body : JSON.stringify(body) });
  };

  it("opens a session by a login code", async () => {
    says({ openid: "o-1", session_key: "tiihtNczf5v6AKRyjwEUhQ==", unionid: "u-1" });
    expect(await wechat.identityOfLogin(app, "the code&x", left())).to.deep.equal({
      openid: "o-1",
      unionid: "u-1",
      sessionKey: "tiihtNczf5v6AKRyjwEUhQ==",
    });
    expect(asked).to.deep.equal([
      {
        method: "GET",
        path: "/sns/jscode2session",
        query: { appid: "wxAPP", secret: "app-secret", js_code: "the code&x", grant_type: "authorization_code" },
        body: undefined,
      },
    ]);
    says({ openid: "o-1", session_key: "k", unionid: "" });
    expect((await wechat.identityOfLogin(app, "c", left())).unionid).to.equal(null);
  });

  it("asks for the person whom an authorization lets us see", async () => {
    says({ access_token: "T", expires_in: 7200, refresh_token: "R", openid: "o-1", scope: "snsapi_userinfo" });
    says({
      openid: "o-1",
      nickname: " 王小明 ",
      sex: 1,
      province: "",
      city: "",
      country: "",
      headimgurl: "https://thirdwx.qlogo.cn/mmopen/x/132",
      privilege: [],
      unionid: "u-1",
    });
    expect(await wechat.identityOfAuthorization(app, "C", left())).to.deep.equal({
      openid: "o-1",
      unionid: "u-1",
      nickname: "王小明",
      avatar: "https://thirdwx.qlogo.cn/mmopen/x/132",
    });
    expect(asked.map(({ path, query }) => [path, query])).to.deep.equal([
      [
        "/sns/oauth2/access_token",
        { appid: "wxAPP", secret: "app-secret", code: "C", grant_type: "authorization_code" },
      ],
      ["/sns/userinfo", { access_token: "T", openid: "o-1", lang: "zh_CN" }],
    ]);
  });

  it("does not ask for a person whom it may not see, and goes on without one who is not told", async () => {
    says({ access_token: "T", openid: "o-1", scope: "snsapi_base" });
    expect(await wechat.identityOfAuthorization(app, "C", left())).to.deep.equal({ openid: "o-1", unionid: null });
    expect(asked).to.have.lengthOf(1);
    says({ access_token: "T", openid: "o-1", scope: "snsapi_login", unionid: "u-1" });
    says({ errcode: 48001, errmsg: "api unauthorized" });
    expect(await wechat.identityOfAuthorization(app, "C", left())).to.deep.equal({ openid: "o-1", unionid: "u-1" });
    says({ access_token: "T", openid: "o-1", scope: "snsapi_login" });
    says({ openid: "o-1", nickname: "", headimgurl: "", unionid: "u-1" });
    expect(await wechat.identityOfAuthorization(app, "C", left())).to.deep.equal({ openid: "o-1", unionid: "u-1" });
  });

  it("takes the made-up account of a previewed page for nobody", async () => {
    says({ access_token: "T", openid: "o-1", scope: "snsapi_userinfo", is_snapshotuser: 1 });
    expect(await thrown(wechat.identityOfAuthorization(app, "C", left()))).to.include({ kind: "code" });
    expect(asked).to.have.lengthOf(1);
  });

  it("gets a stable token, and another when forced", async () => {
    for (const force of [false, true]) {
      says({ access_token: "ACCESS_TOKEN", expires_in: 7200 });
      expect(await wechat.accessToken(app, force, left())).to.deep.equal({
        value: "ACCESS_TOKEN",
        expiresInSeconds: 7_200,
      });
      expect(asked.at(-1)).to.deep.equal({
        method: "POST",
        path: "/cgi-bin/stable_token",
        query: {},
        body: { grant_type: "client_credential", appid: "wxAPP", secret: "app-secret", force_refresh: force },
      });
    }
  });

  it("gets a ticket, whose answer says errcode 0", async () => {
    says({ errcode: 0, errmsg: "ok", ticket: "TICKET", expires_in: 7200 });
    expect(await wechat.jsapiTicket("T&x", left())).to.deep.equal({ value: "TICKET", expiresInSeconds: 7_200 });
    expect(asked[0]).to.deep.include({
      path: "/cgi-bin/ticket/getticket",
      query: { access_token: "T&x", type: "jsapi" },
    });
  });

  it("gets a phone number, whose country code may be a number", async () => {
    for (const countryCode of ["86", 86]) {
      says({
        errcode: 0,
        errmsg: "ok",
        phone_info: {
          phoneNumber: "13712345678",
          purePhoneNumber: "13712345678",
          countryCode,
          watermark: { timestamp: 1_637_744_274, appid: "wxAPP" },
        },
      });
      expect(await wechat.phoneNumber("T", "C", left())).to.deep.equal({
        phoneNumber: "13712345678",
        purePhoneNumber: "13712345678",
        countryCode: "86",
        watermark: { timestamp: 1_637_744_274, appid: "wxAPP" },
      });
    }
    expect(asked[0]).to.deep.include({ method: "POST", query: { access_token: "T" }, body: { code: "C" } });
  });

  it("makes the addresses of the authorize pages with their parameters in the documented order", () => {
    expect(authorizePage("inside", app, "https://shop.example/a?b=1", "S")).to.equal(
      "https://open.weixin.qq.com/connect/oauth2/authorize?appid=wxAPP&redirect_uri=https%3A%2F%2Fshop.example%2Fa%3Fb%3D1&response_type=code&scope=snsapi_userinfo&state=S#wechat_redirect",
    );
    expect(authorizePage("qr", app, "https://shop.example/", "S")).to.equal(
      "https://open.weixin.qq.com/connect/qrconnect?appid=wxAPP&redirect_uri=https%3A%2F%2Fshop.example%2F&response_type=code&scope=snsapi_login&state=S#wechat_redirect",
    );
  });

  for (const [errcode, kind] of [
    [40029, "code"],
    [40163, "code"],
    [42003, "code"],
    [40001, "token"],
    [40014, "token"],
    [42001, "token"],
    [45009, "busy"],
    [45011, "busy"],
    [40125, "refused"],
    [40226, "refused"],
    [40164, "refused"],
    [48001, "refused"],
  ] as const)
    it(`takes ${errcode} as about "${kind}", and asks no second time`, async () => {
      says({ errcode, errmsg: "some words, rid: 1" });
      const error = await thrown(wechat.identityOfLogin(app, "C", left()));
      expect(error).to.be.instanceOf(SocialRefused).and.include({ errcode, kind });
      expect(asked).to.have.lengthOf(1);
    });

  it("asks once more when the provider is busy for a moment or its line is broken", async () => {
    const good = { access_token: "T", expires_in: 7200 };
    for (const [body, status] of [
      [{ errcode: -1, errmsg: "system error" }, 200],
      ["<html>bad gateway</html>", 502],
      ["", 200],
    ] as const) {
      asked = [];
      says(body, status);
      says(good);
      expect((await wechat.accessToken(app, false, left())).value).to.equal("T");
      expect(asked).to.have.lengthOf(2);
    }
    says({ errcode: -1, errmsg: "system error" });
    says({ errcode: -1, errmsg: "system error" });
    expect(await thrown(wechat.accessToken(app, false, left()))).to.include({ kind: "busy", errcode: -1 });
  });

  it("does not take an answer of another form, and shows nothing of it", async () => {
    for (const body of [
      { access_token: "SECRET-TOKEN" },
      { access_token: "", expires_in: 1 },
      [],
      "null",
      "SECRET-TOKEN",
    ]) {
      says(body);
      says(body);
      const error = await thrown(wechat.accessToken(app, false, left()));
      expect(error, JSON.stringify(body)).to.be.instanceOf(OutboundFailed);
      expect(String(error)).not.to.contain("SECRET").and.not.to.contain("app-secret");
    }
  });

  it("says nothing secret when the line is dead, and calls no one when no time is left", async () => {
    const { SOCIAL_BASE_URL: kept } = config;
    try {
      Object.assign(config, { SOCIAL_BASE_URL: "http://127.0.0.1:9" });
      const error = await thrown(wechat.identityOfLogin(app, "SECRET-CODE", left()));
      expect(error).to.be.instanceOf(OutboundFailed);
      expect(String(error)).not.to.contain("SECRET-CODE").and.not.to.contain("app-secret");
    } finally {
      Object.assign(config, { SOCIAL_BASE_URL: kept });
    }
    expect(await thrown(wechat.accessToken(app, false, () => 0))).to.be.instanceOf(OutboundFailed);
    expect(asked).to.deep.equal([]);
  });
});
