import { expect } from "chai";
import { startSandbox, stopSandbox, type Answer, type TestSandbox } from "./support.js";

interface Said {
  errcode?: number;
  errmsg?: string;
  [field: string]: unknown;
}
interface Person {
  openid: string;
  unionid: string;
  mobile: string;
}

describe("sandbox: the social provider", () => {
  let sandbox: TestSandbox;
  let now = Date.now();
  before(async () => {
    sandbox = await startSandbox({ now: () => now });
  });
  after(() => stopSandbox(sandbox));

  const place = (path: string, query: Record<string, string>): string =>
    `${sandbox.env["SOCIAL_BASE_URL"]}${path}?${new URLSearchParams(query).toString()}`;
  const get = async (path: string, query: Record<string, string>): Promise<Said> =>
    (await (await fetch(place(path, query))).json()) as Said;
  const post = async (path: string, query: Record<string, string>, body: unknown): Promise<Said> =>
    (await (
      await fetch(place(path, query), { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) })
    ).json()) as Said;

  const newPerson = async (given: object = {}): Promise<Person> => {
    const answer = await sandbox.control<Person>("POST", "/sandbox/social/users", given);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body;
  };
  const newCode = async (openid: string, kind: string, more: object = {}): Promise<string> => {
    const answer = await sandbox.control<{ code: string }>("POST", "/sandbox/social/codes", { openid, kind, ...more });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body.code;
  };
  type App = "mini" | "official" | "website" | "mobile";
  const credentials = (app: App): { appid: string; secret: string } => {
    const { appId, secret } = sandbox.keys.social[app];
    return { appid: appId, secret };
  };
  const session = (code: string, change: Record<string, string> = {}): Promise<Said> =>
    get("/sns/jscode2session", {
      ...credentials("mini"),
      js_code: code,
      grant_type: "authorization_code",
      ...change,
    });
  const userToken = (app: App, code: string): Promise<Said> =>
    get("/sns/oauth2/access_token", { ...credentials(app), code, grant_type: "authorization_code" });
  const stableToken = (app: App, force_refresh = false, change: object = {}): Promise<Said> =>
    post(
      "/cgi-bin/stable_token",
      {},
      { grant_type: "client_credential", ...credentials(app), force_refresh, ...change },
    );
  const tokenOf = async (app: App, force = false): Promise<string> =>
    String((await stableToken(app, force)).access_token);

  it("a login code opens a session once, for five minutes", async () => {
    const { openid, unionid } = await newPerson();
    const code = await newCode(openid, "login");
    const opened = await session(code);
    expect(opened).to.include({ openid, unionid });
    expect(Buffer.from(String(opened["session_key"]), "base64")).to.have.length(16);
    expect(await session(code)).to.include({ errcode: 40163 });
    const late = await newCode(openid, "login");
    now += 5 * 60_000;
    expect(await session(late)).to.include({ errcode: 40029 });
  });

  it("refuses by its own numbers, with HTTP 200", async () => {
    const { openid } = await newPerson();
    const code = await newCode(openid, "login");
    const tried: [Record<string, string>, number][] = [
      [{ appid: "" }, 41002],
      [{ appid: "wx0000000000000000" }, 40013],
      [credentials("official"), 40013],
      [{ secret: "" }, 41004],
      [{ secret: "0".repeat(32) }, 40125],
      [{ grant_type: "client_credential" }, 40002],
      [{ js_code: "" }, 41008],
      [{ js_code: "nobody-issued-this" }, 40029],
      [{ js_code: await newCode(openid, "authorize") }, 40029],
    ];
    for (const [change, errcode] of tried) {
      const refused = await session(code, change);
      expect(refused, JSON.stringify(change)).to.include({ errcode });
      expect(refused.errmsg).to.match(/, rid: [0-9a-f]+$/);
    }
    expect(await post("/sns/jscode2session", {}, {})).to.include({ errcode: 43001 });
    expect(await get("/cgi-bin/stable_token", {})).to.include({ errcode: 43002 });
    expect(await get("/cgi-bin/token", {})).to.include({ errcode: 40066 });
    expect(await post("/cgi-bin/stable_token", {}, "{")).to.include({ errcode: 47001 });
    expect(await session(code)).to.include({ openid });
  });

  it("an authorization code gives a token that shows the person", async () => {
    const { openid, unionid } = await newPerson({ nickname: "小明", avatar: "https://example.com/a.png" });
    for (const [app, scope] of [
      ["official", "snsapi_userinfo"],
      ["website", "snsapi_login"],
      ["mobile", "snsapi_userinfo"],
    ] as const) {
      const code = await newCode(openid, "authorize");
      const token = await userToken(app, code);
      expect(token, app).to.include({ openid, unionid, scope, expires_in: 7_200 });
      const access_token = String(token["access_token"]);
      expect(await get("/sns/userinfo", { access_token, openid })).to.deep.include({
        openid,
        unionid,
        nickname: "小明",
        headimgurl: "https://example.com/a.png",
        privilege: [],
      });
      expect(await get("/sns/userinfo", { access_token, openid: "o" })).to.include({ errcode: 40003 });
      expect(await userToken(app, code)).to.include({ errcode: 40163 });
    }
    expect(await get("/sns/userinfo", { access_token: "x", openid })).to.include({ errcode: 40001 });
    const other = await newCode(openid, "authorize", { appid: credentials("website").appid });
    expect(await userToken("official", other)).to.include({ errcode: 40029 });
    const silent = await userToken("official", await newCode(openid, "authorize", { scope: "snsapi_base" }));
    expect(silent).to.include({ openid }).and.not.to.have.property("unionid");
    const access_token = String(silent["access_token"]);
    expect(await get("/sns/userinfo", { access_token, openid })).to.include({ errcode: 48001 });
  });

  it("an application's token stays the same until near its end, or until another is forced", async () => {
    const first = await tokenOf("mini", true);
    expect(await tokenOf("mini")).to.equal(first);
    expect(await tokenOf("official")).not.to.equal(first);
    const { openid } = await newPerson();
    const phone = async (access_token: string): Promise<Said> =>
      post("/wxa/business/getuserphonenumber", { access_token }, { code: await newCode(openid, "phone") });

    now += 7_200_000 - 4 * 60_000;
    const second = await tokenOf("mini");
    expect(second).not.to.equal(first);
    expect(await phone(first)).to.include({ errcode: 0 });
    now += 4 * 60_000;
    expect(await phone(first)).to.include({ errcode: 42001 });
    expect(await phone(second)).to.include({ errcode: 0 });

    const third = await tokenOf("mini", true);
    expect(await phone(second)).to.include({ errcode: 42001 });
    const { body } = await sandbox.control<{ ended: number }>("POST", "/sandbox/social/tokens/expire");
    expect(body.ended).to.be.greaterThan(0);
    expect(await phone(third)).to.include({ errcode: 42001 });
    expect(await phone("nobody-issued-this")).to.include({ errcode: 40001 });
    expect(await stableToken("mini", false, { secret: "x" })).to.include({ errcode: 40125 });
    expect(await stableToken("website")).to.include({ errcode: 40013 });
  });

  it("a ticket is the official account's alone, and the same for its life", async () => {
    const access_token = await tokenOf("official");
    const one = await get("/cgi-bin/ticket/getticket", { access_token, type: "jsapi" });
    expect(one).to.include({ errcode: 0, errmsg: "ok", expires_in: 7_200 });
    const two = await get("/cgi-bin/ticket/getticket", { access_token, type: "jsapi" });
    expect(two["ticket"]).to.equal(one["ticket"]);
    expect(await get("/cgi-bin/ticket/getticket", { access_token, type: "wx_card" })).to.include({ errcode: 40097 });
    const foreign = { access_token: await tokenOf("mini"), type: "jsapi" };
    expect(await get("/cgi-bin/ticket/getticket", foreign)).to.include({ errcode: 48001 });
  });

  it("a phone code yields the number with its watermark, once", async () => {
    const { openid } = await newPerson({ mobile: "13712345678" });
    const access_token = await tokenOf("mini");
    const ask = (code: string, token = access_token): Promise<Said> =>
      post("/wxa/business/getuserphonenumber", { access_token: token }, { code });
    const code = await newCode(openid, "phone");
    expect(await ask(code, await tokenOf("official"))).to.include({ errcode: 48001 });
    expect(await ask(code)).to.deep.equal({
      errcode: 0,
      errmsg: "ok",
      phone_info: {
        phoneNumber: "13712345678",
        purePhoneNumber: "13712345678",
        countryCode: "86",
        watermark: { timestamp: Math.floor(now / 1_000), appid: sandbox.keys.social.mini.appId },
      },
    });
    expect(await ask(code)).to.include({ errcode: 40029 });
    const strange = await newCode(openid, "phone", { countryCode: "1", watermark: { appid: "wx1", timestamp: 5 } });
    expect((await ask(strange))["phone_info"]).to.deep.equal({
      phoneNumber: "+113712345678",
      purePhoneNumber: "13712345678",
      countryCode: "1",
      watermark: { timestamp: 5, appid: "wx1" },
    });
  });

  it("the authorize pages let one choose a person, and send back code and state", async () => {
    const { openid } = await newPerson({ nickname: "<b>小明" });
    for (const [path, app, scope] of [
      ["/connect/oauth2/authorize", "official", "snsapi_userinfo"],
      ["/connect/qrconnect", "website", "snsapi_login"],
    ] as const) {
      const query = {
        appid: credentials(app).appid,
        redirect_uri: "http://shop.example/back?x=1",
        response_type: "code",
        scope,
        state: "abc123",
      };
      const shown = await fetch(place(path, query));
      const text = await shown.text();
      expect(text).to.contain("&lt;b&gt;小明").and.not.to.contain("<b>小明");
      expect(shown.headers.get("content-security-policy")).to.match(/^default-src 'none'/);
      const link = new RegExp(`href="([^"]+openid=${openid}[^"]*)"`).exec(text)?.[1]?.replaceAll("&amp;", "&");
      const chosen = await fetch(sandbox.url + link, { redirect: "manual" });
      expect(chosen.status).to.equal(302);
      const back = new URL(chosen.headers.get("location") ?? "");
      expect(back.searchParams.get("x")).to.equal("1");
      expect(back.searchParams.get("state")).to.equal("abc123");
      expect(await userToken(app, back.searchParams.get("code") ?? "")).to.include({ openid, scope });

      const refused = await fetch(place(path, { ...query, openid: "refuse" }), { redirect: "manual" });
      expect(refused.headers.get("location")).to.equal("http://shop.example/back?x=1&state=abc123");
      for (const change of [
        { appid: credentials("mini").appid },
        { redirect_uri: "javascript:alert(1)" },
        { redirect_uri: "/back" },
        { response_type: "token" },
        { scope: "snsapi_everything" },
        { state: "not allowed" },
        { openid: "nobody" },
      ])
        expect((await fetch(place(path, { ...query, ...change }), { redirect: "manual" })).status).to.equal(400);
    }
  });

  it("people outlive a restart; codes and tokens do not", async () => {
    const first = await startSandbox();
    const { body } = await first.control<Person>("POST", "/sandbox/social/users", {});
    const code = await first.control<{ code: string }>("POST", "/sandbox/social/codes", { ...body, kind: "login" });
    await first.close();
    const second = await startSandbox({ dataDir: first.dataDir });
    try {
      const known = await second.control<Person[]>("GET", "/sandbox/social/users");
      expect(known.body.map(({ openid }) => openid)).to.deep.equal([body.openid]);
      const query = { ...credentials("mini"), js_code: code.body.code, grant_type: "authorization_code" };
      const path = `${second.env["SOCIAL_BASE_URL"]}/sns/jscode2session?${new URLSearchParams(query).toString()}`;
      expect(await (await fetch(path)).json()).to.include({ errcode: 40029 });
    } finally {
      await stopSandbox(second);
    }
  });

  it("wrong input of the control is 400 and names the field; a person nobody knows is 404", async () => {
    const { openid } = await newPerson();
    for (const [path, body, field] of [
      ["users", { nickname: 1 }, "nickname"],
      ["users", { mobile: "+86 137" }, "mobile"],
      ["codes", { kind: "login" }, "openid"],
      ["codes", { openid, kind: "sms" }, "kind"],
      ["codes", { openid, kind: "phone", countryCode: "x" }, "countryCode"],
      ["codes", { openid, kind: "phone", watermark: { timestamp: "now" } }, "watermark.timestamp"],
    ] as const) {
      const answer: Answer = await sandbox.control("POST", `/sandbox/social/${path}`, body);
      expect(answer.status, field).to.equal(400);
      expect(answer.body).to.include({ field });
    }
    const unknown = await sandbox.control("POST", "/sandbox/social/codes", { openid: "nobody", kind: "login" });
    expect(unknown.status).to.equal(404);
  });

  it("faults: a system that is busy, credentials that it says are wrong, and calls in the record", async () => {
    const { openid } = await newPerson();
    const code = await newCode(openid, "login");
    await sandbox.control("PUT", "/sandbox/faults", { platform: "social", mode: "error" });
    expect(await session(code)).to.include({ errcode: -1 });
    await sandbox.control("PUT", "/sandbox/faults", { platform: "social", mode: "badSignature", count: 2 });
    expect(await session(await newCode(openid, "login"))).to.include({ errcode: 40125 });
    expect(
      await get("/cgi-bin/ticket/getticket", { access_token: await tokenOf("official"), type: "jsapi" }),
    ).to.include({ errcode: 40001 });
    expect(await session(code)).to.include({ openid });
    const { body } = await sandbox.control<{ path: string }[]>("GET", "/sandbox/calls?platform=social");
    expect(body[0]?.path).to.match(/^\/sns\/jscode2session\?/);
  });

  it("the page for people shows them with their open codes, escaped", async () => {
    const { openid } = await newPerson({ nickname: "<i>小红" });
    const code = await newCode(openid, "login");
    const { body } = await sandbox.control<Record<string, string>>("GET", "/sandbox/page");
    expect(body["people"]).to.contain("&lt;i&gt;小红").and.to.contain(openid).and.to.contain(`data-copy="${code}"`);
    expect(body["people"]).not.to.contain("<i>");
  });
});
