import { expect } from "chai";
import {
  loginCode,
  type Merchant,
  merchantOf,
  openNotice,
  openOrder,
  sendSms,
  type Shop,
  startSandbox,
  startShop,
  stopSandbox,
  type TestSandbox,
} from "./support.js";

interface Listed {
  scenarios: { name: string; title: Texts; what: Texts; takes: Record<string, unknown> }[];
  armed: { name: string; given: object }[];
}
interface Texts {
  en: string;
  zh: string;
}

describe("sandbox: scenarios by name", () => {
  let sandbox: TestSandbox;
  let merchant: Merchant;
  let shop: Shop;
  before(async () => {
    sandbox = await startSandbox({ resendAfterMs: [] });
    merchant = merchantOf(sandbox);
  });
  after(() => stopSandbox(sandbox));
  beforeEach(async () => {
    await sandbox.control("DELETE", "/sandbox/state");
    shop = await startShop();
  });
  afterEach(() => shop.close());

  const arm = async (name: string, given: object = {}): Promise<void> => {
    const answer = await sandbox.control("POST", `/sandbox/scenarios/${name}`, given);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
  };
  const listed = async (): Promise<Listed> => (await sandbox.control<Listed>("GET", "/sandbox/scenarios")).body;
  const stateOf = async (no: string): Promise<unknown> =>
    (await sandbox.control("GET", `/sandbox/pay/orders/${no}`)).body["state"];
  const settle = (no: string): Promise<unknown> => sandbox.control("POST", `/sandbox/pay/orders/${no}/settle`);
  const refund = async (no: string, refundNo: string, total = 1_234): Promise<void> => {
    await merchant.pay.refunds({
      out_trade_no: no,
      out_refund_no: refundNo,
      notify_url: shop.url,
      amount: { refund: 100, total, currency: "CNY" },
    });
    expect(merchant.last().status, merchant.last().text).to.equal(200);
  };

  it("each is listed with its name, its fields and what it does, in both languages", async () => {
    const { scenarios, armed } = await listed();
    expect(armed).to.deep.equal([]);
    expect(scenarios.map(({ name }) => name)).to.include.members([
      "late-payment",
      "double-callback",
      "abnormal-refund",
      "parcel-lost",
      "courier-silent",
      "provider-slow",
      "quota-gone",
    ]);
    for (const { name, title, what, takes } of scenarios) {
      expect(
        [title.zh, what.zh].every((text) => /[\u4e00-\u9fff]/.test(text)),
        name,
      ).to.equal(true);
      expect(
        [title.en, what.en].every((text) => /^[ -~]+$/.test(text)),
        name,
      ).to.equal(true);
      // Each field that the text names is one that it takes.
      for (const [, field] of what.en.matchAll(/`(\w+)`/g)) expect(takes, name).to.have.property(field!);
    }
  });

  it("the page has a button for each, and shows those that are armed", async () => {
    await arm("late-payment", { no: "P-1" });
    const { body } = await sandbox.control<Record<string, string>>("GET", "/sandbox/page");
    const { scenarios } = await listed();
    for (const { name } of scenarios) expect(body["scenarios"]).to.contain(`data-path="/sandbox/scenarios/${name}"`);
    expect(body["scenarios"]).to.contain("armed").and.to.contain("P-1");
  });

  it("an unknown name, field, provider or a wrong value is refused by name, in both languages", async () => {
    const wrong: [string, unknown, number, string][] = [
      ["no-such", {}, 404, "name"],
      ["late-payment", { times: 0 }, 400, "times"],
      ["late-payment", { tims: 2 }, 400, "tims"],
      ["double-callback", { no: 5 }, 400, "no"],
      ["abnormal-refund", { later: "perhaps" }, 400, "later"],
      ["provider-slow", { provider: "nobody" }, 400, "provider"],
      ["quota-gone", { count: -1 }, 400, "count"],
    ];
    for (const [name, body, status, field] of wrong) {
      const answer = await sandbox.control("POST", `/sandbox/scenarios/${name}`, body);
      expect([answer.status, answer.body["field"]], name).to.deep.equal([status, field]);
      expect(answer.body["message"]).to.match(/^[ -~]+$/);
      expect(answer.body["zh"]).to.match(/[\u4e00-\u9fff]/);
    }
    expect((await listed()).armed).to.deep.equal([]);
  });

  it("late-payment: the next order is paid once the shop has closed it, and no other", async () => {
    const before = await openOrder(merchant, shop.url);
    await arm("late-payment", { times: 2 });
    const [no, other] = [await openOrder(merchant, shop.url), await openOrder(merchant, shop.url)];
    for (const one of [before, other, no]) await merchant.pay.close(one);
    const received = await shop.got(2);
    expect(received.map((one) => openNotice(merchant.pay, one)["out_trade_no"])).to.deep.equal([no, no]);
    expect([await stateOf(before), await stateOf(other), await stateOf(no)]).to.deep.equal([
      "closed",
      "closed",
      "paid",
    ]);
    expect((await listed()).armed).to.deep.equal([]);
  });

  it("late-payment of a named order that is closed already is paid at once", async () => {
    const no = await openOrder(merchant, shop.url);
    await merchant.pay.close(no);
    await arm("late-payment", { no });
    expect(await stateOf(no)).to.equal("paid");
  });

  it("double-callback and lost-callback: the next one, or that of a named order alone", async () => {
    const [first, second] = [await openOrder(merchant, shop.url), await openOrder(merchant, shop.url)];
    await arm("double-callback", { no: second, times: 3 });
    await settle(first);
    expect(shop.received).to.have.length(1);
    await settle(second);
    expect(shop.received).to.have.length(4);
    await settle(second);
    expect(shop.received).to.have.length(5);
    await arm("lost-callback");
    await settle(first);
    await settle(first);
    expect(shop.received).to.have.length(6);
  });

  it("abnormal-refund: under way, then abnormal, and later it succeeds; another refund is not touched", async () => {
    const no = await openOrder(merchant, shop.url);
    const other = await openOrder(merchant, shop.url);
    for (const one of [no, other]) await settle(one);
    await arm("abnormal-refund", { no, laterMs: 1 });
    await refund(other, `R-${other}`);
    await refund(no, `R-${no}`);
    expect(merchant.last().data["status"]).to.equal("PROCESSING");
    const told = (await shop.got(5)).slice(2).map((one) => openNotice(merchant.pay, one));
    const statesOf = (name: string): unknown[] =>
      told.filter((one) => one["out_refund_no"] === name).map((one) => one["refund_status"]);
    expect(statesOf(`R-${other}`)).to.deep.equal(["SUCCESS"]);
    expect(statesOf(`R-${no}`)).to.deep.equal(["ABNORMAL", "SUCCESS"]);
    expect((await sandbox.control("GET", "/sandbox/faults")).body).to.deep.equal([]);
  });

  it("abnormal-refund with later: never stays so, until the merchant acts", async () => {
    const no = await openOrder(merchant, shop.url);
    await settle(no);
    await arm("abnormal-refund", { later: "never" });
    await refund(no, `R-${no}`);
    await shop.got(2);
    expect((await sandbox.control("GET", `/sandbox/pay/refunds/R-${no}`)).body).to.include({ state: "abnormal" });
  });

  it("poor-merchant refuses a refund; returned-refund takes back one that had succeeded", async () => {
    const no = await openOrder(merchant, shop.url);
    await settle(no);
    await arm("poor-merchant", { no });
    await merchant.pay.refunds({
      out_trade_no: no,
      out_refund_no: `R0-${no}`,
      amount: { refund: 100, total: 1_234, currency: "CNY" },
    });
    expect(merchant.last().data["code"]).to.equal("NOT_ENOUGH");
    await arm("returned-refund");
    await refund(no, `R-${no}`);
    const told = (await shop.got(3)).slice(1).map((one) => openNotice(merchant.pay, one)["refund_status"]);
    expect(told).to.deep.equal(["SUCCESS", "CLOSED"]);
  });

  it("quota-gone: the next message, or that to a named mobile, is refused in the provider's words", async () => {
    await arm("quota-gone", { no: "13800138001" });
    const codeOf = async (mobile: string): Promise<unknown> => {
      const { body } = await sendSms(sandbox, loginCode(sandbox, mobile));
      return (body.Response["SendStatusSet"] as { Code: string }[])[0]?.Code;
    };
    expect(await codeOf("13800138000")).to.equal("Ok");
    expect(await codeOf("13800138001")).to.equal("FailedOperation.InsufficientBalanceInSmsPackage");
    expect(await codeOf("13800138001")).to.equal("Ok");
    await arm("quota-gone", { provider: "wechatpay", delayMs: 5_000 });
    const no = await openOrder(merchant, shop.url).catch(() => "refused");
    expect([no, merchant.last().status, merchant.last().headers.get("retry-after")]).to.deep.equal([
      "refused",
      429,
      "5",
    ]);
  });

  it("provider-away and lost-answer meet the calls that name a number", async () => {
    const [no, other] = [await openOrder(merchant, shop.url), await openOrder(merchant, shop.url)];
    await arm("provider-away", { no });
    await merchant.pay.query({ out_trade_no: other });
    expect(merchant.last().status).to.equal(200);
    await merchant.pay.query({ out_trade_no: no });
    expect(merchant.last().status).to.equal(500);
    await arm("lost-answer", { no });
    await merchant.pay.close(no);
    expect([merchant.last().status, await stateOf(no)]).to.deep.equal([500, "closed"]);
  });

  it("DELETE forgets what is armed", async () => {
    await arm("late-payment");
    await arm("lost-callback");
    expect((await listed()).armed.map(({ name }) => name)).to.deep.equal(["late-payment"]);
    const answer = await sandbox.control<Listed>("DELETE", "/sandbox/scenarios");
    expect(answer.body.armed).to.deep.equal([]);
    const no = await openOrder(merchant, shop.url);
    await settle(no);
    expect(shop.received).to.have.length(1);
  });
});
