import { expect } from "chai";
import {
  loginCode,
  type Merchant,
  merchantOf,
  newNo,
  openOrder,
  sendSms,
  startSandbox,
  stopSandbox,
  type TestSandbox,
} from "./support.js";

interface Call {
  platform: string;
  method: string;
  path: string;
  status: number | null;
  requestId: string | null;
  body: string;
  fault: string | null;
}

describe("sandbox: faults and the record of calls", () => {
  let sandbox: TestSandbox;
  let merchant: Merchant;
  before(async () => {
    sandbox = await startSandbox({ holdMs: 30 });
    merchant = merchantOf(sandbox);
  });
  after(() => stopSandbox(sandbox));
  beforeEach(() => sandbox.control("DELETE", "/sandbox/state"));

  const put = async (fault: object): Promise<void> => {
    const answer = await sandbox.control("PUT", "/sandbox/faults", fault);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
  };
  const calls = async (query = ""): Promise<Call[]> =>
    (await sandbox.control<Call[]>("GET", `/sandbox/calls${query}`)).body;
  const failed = (promise: Promise<unknown>): Promise<boolean> =>
    promise.then(
      () => false,
      () => true,
    );
  const native = (no: string): Promise<unknown> =>
    merchant.pay.transactions_native({
      description: "两件商品",
      out_trade_no: no,
      notify_url: "http://127.0.0.1:9/callback",
      amount: { total: 5, currency: "CNY" },
    });

  it("error answers 500 in the platform's form, as often as asked, and nothing happens", async () => {
    // The path keeps the SDK's fetching of certificates out of it.
    await put({ platform: "wechatpay", mode: "error", count: 2, path: "/pay/" });
    await put({ platform: "sms", mode: "error" });
    const no = newNo();
    for (let time = 0; time < 2; time += 1) {
      await native(no);
      expect(merchant.last().status).to.equal(500);
      expect(merchant.last().data["code"]).to.equal("SYSTEM_ERROR");
      expect(await merchant.lastIsSigned()).to.equal(true);
    }
    expect((await sandbox.control("GET", `/sandbox/pay/orders/${no}`)).status).to.equal(404);
    await native(no);
    expect(merchant.last().status).to.equal(200);

    const sms = await sendSms(sandbox, loginCode(sandbox));
    expect(sms.status).to.equal(500);
    expect(sms.body.Response["Error"]).to.include({ Code: "InternalError" });
    expect((await sandbox.control("GET", "/sandbox/sms")).body).to.deep.equal([]);
    expect((await sandbox.control("GET", "/sandbox/faults")).body).to.deep.equal([]);
  });

  it("timeout gives no answer and no effect; after the effect it is the lost answer", async () => {
    const no = newNo();
    await put({ platform: "wechatpay", mode: "timeout" });
    expect(await failed(native(no))).to.equal(true);
    expect((await sandbox.control("GET", `/sandbox/pay/orders/${no}`)).status).to.equal(404);
    await put({ platform: "wechatpay", mode: "timeout", after: true });
    expect(await failed(native(no))).to.equal(true);
    expect((await sandbox.control("GET", `/sandbox/pay/orders/${no}`)).body).to.include({ state: "waiting" });
    expect((await calls("?platform=wechatpay")).slice(0, 2)).to.satisfy((both: Call[]) =>
      both.every(({ status, fault }) => status === null && fault === "timeout"),
    );
  });

  it("a client that gives up frees the held socket", async () => {
    await put({ platform: "sms", mode: "timeout" });
    const gaveUp = fetch(`${sandbox.env["SMS_BASE_URL"]}/`, { method: "POST", signal: AbortSignal.timeout(10) });
    expect(await failed(gaveUp)).to.equal(true);
  });

  it("error after the effect answers 500 though it happened", async () => {
    const no = newNo();
    await put({ platform: "wechatpay", mode: "error", after: true });
    await native(no);
    expect(merchant.last().status).to.equal(500);
    expect((await sandbox.control("GET", `/sandbox/pay/orders/${no}`)).status).to.equal(200);
  });

  it("slow answers rightly, but late", async () => {
    await put({ platform: "sms", mode: "slow", delayMs: 40 });
    const started = performance.now();
    const { body } = await sendSms(sandbox, loginCode(sandbox));
    expect(performance.now() - started).to.be.at.least(35);
    expect(body.Response["SendStatusSet"]).to.have.length(1);
  });

  it("badSignature signs the answer wrongly; SMS, which signs nothing, refuses the caller's", async () => {
    await put({ platform: "wechatpay", mode: "badSignature" });
    const no = await openOrder(merchant, "http://127.0.0.1:9/callback");
    expect(merchant.last().data["code_url"]).to.be.a("string");
    expect(await merchant.lastIsSigned()).to.equal(false);
    await merchant.pay.query({ out_trade_no: no });
    expect(await merchant.lastIsSigned()).to.equal(true);
    await put({ platform: "sms", mode: "badSignature" });
    const { body } = await sendSms(sandbox, loginCode(sandbox));
    expect(body.Response["Error"]).to.include({ Code: "AuthFailure.SignatureFailure" });
  });

  it("a path narrows a fault to some calls", async () => {
    await put({ platform: "wechatpay", mode: "error", path: "/close" });
    const no = await openOrder(merchant, "http://127.0.0.1:9/callback");
    await merchant.pay.query({ out_trade_no: no });
    expect(merchant.last().status).to.equal(200);
    await merchant.pay.close(no);
    expect(merchant.last().status).to.equal(500);
  });

  it("faults are replaced by platform and path, and cleared by platform or all", async () => {
    await put({ platform: "sms", mode: "error", count: 3 });
    await put({ platform: "sms", mode: "slow", count: 5, delayMs: 1 });
    await put({ platform: "wechatpay", mode: "timeout" });
    const { body } = await sandbox.control<object[]>("GET", "/sandbox/faults");
    expect(body).to.deep.equal([
      { platform: "sms", mode: "slow", count: 5, delayMs: 1, after: false, path: null },
      { platform: "wechatpay", mode: "timeout", count: 1, delayMs: 2_000, after: false, path: null },
    ]);
    expect((await sandbox.control<object[]>("DELETE", "/sandbox/faults?platform=sms")).body).to.have.length(1);
    expect((await sandbox.control<object[]>("DELETE", "/sandbox/faults")).body).to.deep.equal([]);
  });

  it("wrong faults are 400 and name the field", async () => {
    const wrong: [object, string][] = [
      [{ platform: "nobody", mode: "error" }, "platform"],
      [{ mode: "error" }, "platform"],
      [{ platform: "sms", mode: "explode" }, "mode"],
      [{ platform: "sms", mode: "slow", delayMs: "1" }, "delayMs"],
      [{ platform: "sms", mode: "error", count: -1 }, "count"],
      [{ platform: "sms", mode: "slow", after: true }, "after"],
    ];
    for (const [body, field] of wrong) {
      const answer = await sandbox.control("PUT", "/sandbox/faults", body);
      expect(answer.status, field).to.equal(400);
      expect(answer.body).to.include({ field });
    }
    const broken = await fetch(`${sandbox.url}/sandbox/faults`, { method: "PUT", body: "{" });
    expect(broken.status).to.equal(400);
    expect((await sandbox.control("DELETE", "/sandbox/faults?platform=nobody")).status).to.equal(400);
  });

  it("every call is recorded with its request id, newest first, its body bounded", async () => {
    await sendSms(sandbox, loginCode(sandbox), { headers: { "X-Request-Id": "req-1" } });
    await sendSms(sandbox, { long: "x".repeat(10_000) });
    await openOrder(merchant, "http://127.0.0.1:9/callback");
    const all = await calls();
    expect(all.map(({ platform, path }) => `${platform} ${path}`)).to.deep.equal([
      "wechatpay /v3/pay/transactions/native",
      "sms /",
      "sms /",
    ]);
    expect(all[2]).to.include({ method: "POST", status: 200, requestId: "req-1", fault: null });
    expect(all[2]?.body).to.contain("13800138000");
    expect(all[1]?.body).to.have.length(4_096);
    expect(await calls("?platform=sms")).to.have.length(2);
  });

  it("an unknown path or platform is a JSON 404", async () => {
    for (const path of ["/nope", "/platform/nobody/x", "/sandbox/nope"]) {
      const answer = await sandbox.control("GET", path);
      expect(answer.status).to.equal(404);
      expect(answer.body["code"]).to.equal("NOT_FOUND");
    }
  });
});
