import { createPublicKey, verify } from "node:crypto";
import { AlipaySdk } from "alipay-sdk";
import { expect } from "chai";
import fc from "fast-check";
import { environmentMerchant } from "#shared/providers/pay/alipay/merchant.js";
import { alipay as alipayAdapter } from "#test/support/wholeProviders.js";
import { gatewayParameters, innerText } from "#shared/providers/pay/alipay/calls.js";
import { orderString, payForm } from "#shared/providers/pay/alipay/pages.js";
import { signedText, signParameters } from "#shared/providers/pay/alipay/signature.js";
import { ChannelRefused, ChannelUnsure, NoticeRefused, type PrepayKind } from "#shared/providers/pay/port.js";
import { config } from "#shared/kernel/config/config.js";
import { fenOfYuan, yuan } from "#shared/kernel/money/money.js";
import { startService } from "#test/support/service.js";
import { control, fault, noFaults, settle } from "../support.js";

let count = 0;
const newNo = (): string => `PA${process.pid}${Date.now()}${++count}`.slice(0, 32);
const request = (no: string, kind: PrepayKind = "pageUrl", amountFen = 8_888) => ({
  kind,
  no,
  subject: '两件 "商品" & <more>',
  amountFen,
  expireAt: new Date(Date.now() + 3_600_000),
  notifyUrl: `${config.PUBLIC_URL}/callback/pay/1`,
  openid: null,
  returnUrl: "http://127.0.0.1:8080/paid?a=1&b=2",
});
const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const alipayFault = (body: object) => fault({ platform: "alipay", ...body });
const isSignedByUs = (parameters: Record<string, string>): boolean =>
  verify(
    "sha256",
    Buffer.from(signedText(parameters)),
    createPublicKey(config.ALIPAY_PRIVATE_KEY),
    Buffer.from(parameters["sign"] ?? "", "base64"),
  );

describe("the Alipay adapter", () => {
  before(() => startService());
  afterEach(() => noFaults());

  it("turns fen to yuan and back exactly", () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 10_000_000_000_000 }), (fen) => fenOfYuan(yuan(fen)) === fen));
    expect([
      fenOfYuan("88.8"),
      fenOfYuan("88"),
      fenOfYuan("1.005"),
      fenOfYuan("-1.00"),
      fenOfYuan("1e3"),
      fenOfYuan(""),
    ]).to.deep.equal([8_880, 8_800, undefined, undefined, undefined, undefined]);
  });

  it("signs what is sent, sorted and without what is empty, as the provider's kit does", () => {
    const kit = new AlipaySdk({
      appId: config.ALIPAY_APP_ID,
      privateKey: config.ALIPAY_PRIVATE_KEY,
      alipayPublicKey: config.ALIPAY_PUBLIC_KEY,
      keyType: "PKCS8",
    });
    const text = kit.sdkExecute("alipay.trade.app.pay", { bizContent: { out_trade_no: "1", subject: "商品" } });
    const { sign, ...rest } = Object.fromEntries(new URLSearchParams(text)) as Record<string, string>;
    expect(signParameters(environmentMerchant(), rest)).to.equal(sign);
    expect(signedText({ b: "2", a: "1", sign: "x", empty: "" })).to.equal("a=1&b=2");
  });

  it("hands out a link, a form that sends itself with escaped values, and the app's text, all signed", async () => {
    const adapter = alipayAdapter();
    const link = new URL(await adapter.prepay(request(newNo())));
    const parameters = Object.fromEntries(link.searchParams);
    expect(link.href.startsWith(config.ALIPAY_BASE_URL)).to.equal(true);
    expect(isSignedByUs(parameters)).to.equal(true);
    expect(parameters).to.include({
      method: "alipay.trade.page.pay",
      return_url: "http://127.0.0.1:8080/paid?a=1&b=2",
    });
    expect(JSON.parse(parameters["biz_content"] ?? "")).to.include({
      total_amount: "88.88",
      product_code: "FAST_INSTANT_TRADE_PAY",
    });
    const opened = await fetch(link);
    expect([opened.status, await opened.text()].join(" ")).to.match(/^200 [\s\S]*88\.88/);

    const form = await adapter.prepay(request(newNo(), "pageForm"));
    expect(form)
      .to.match(/^<form action="[^"<>]*" method="post"/)
      .and.contain(".submit()");
    expect(form).to.contain("&quot;").and.not.contain("<more>");

    const app = Object.fromEntries(new URLSearchParams(await adapter.prepay(request(newNo(), "app"))));
    expect(isSignedByUs(app)).to.equal(true);
    expect(app).to.include({ method: "alipay.trade.app.pay" }).and.not.have.property("return_url");
    const given = gatewayParameters(environmentMerchant(), "x", { a: "'" });
    expect(Object.fromEntries(new URLSearchParams(orderString(given)))).to.deep.equal(given);
    expect(payForm(environmentMerchant(), given)).to.contain("&#39;");
  });

  it("opens, asks about, closes and refunds as the port says", async () => {
    const adapter = alipayAdapter();
    const no = newNo();
    expect(await adapter.query(no)).to.deep.equal({ state: "absent" });
    expect(await adapter.close(no)).to.equal("closed");
    await adapter.prepay(request(no));
    await adapter.prepay(request(no));
    expect(await thrownBy(adapter.prepay(request(no, "pageUrl", 1)))).to.be.instanceOf(ChannelRefused);
    expect(await adapter.query(no)).to.deep.equal({ state: "waiting" });
    await settle(no, { notify: false });
    expect(await adapter.query(no)).to.include({ state: "paid", paidFen: 8_888 });
    expect(await adapter.close(no)).to.equal("paid");
    const paidAgain = await thrownBy(adapter.prepay(request(no)));
    expect(paidAgain).to.be.instanceOf(ChannelRefused).with.property("code", "ACQ.TRADE_HAS_SUCCESS");

    const part = { no: `R${no}`, paymentNo: no, paidFen: 8_888, refundFen: 8_000, reason: "不想要了", notifyUrl: "" };
    expect(await adapter.queryRefund(part.no, no)).to.deep.equal({ state: "absent" });
    expect(await adapter.refund(part)).to.include({ state: "success" });
    expect(await adapter.refund(part), "the same number").to.include({ state: "success" });
    expect(await adapter.queryRefund(part.no, no)).to.include({ state: "success" });
    expect(await adapter.query(no)).to.include({ state: "paid" });
    const tooMuch = await thrownBy(adapter.refund({ ...part, no: `${part.no}b`, refundFen: 889 }));
    expect(tooMuch).to.be.instanceOf(ChannelRefused);
    await alipayFault({ mode: "hold", count: 1 });
    const rest = { ...part, no: `${part.no}c`, refundFen: 888 };
    expect(await adapter.refund(rest)).to.deep.equal({ state: "processing" });
    await control("POST", `/pay/refunds/${rest.no}/settle`, { outcome: "success" });
    expect(await adapter.queryRefund(rest.no, no)).to.include({ state: "success" });
    expect(await adapter.query(no)).to.deep.equal({ state: "refunded" });

    const closed = newNo();
    await adapter.prepay(request(closed));
    expect([await adapter.close(closed), await adapter.close(closed)]).to.deep.equal(["closed", "closed"]);
    expect(await adapter.query(closed)).to.deep.equal({ state: "closed" });
  });

  it("tells a no from what it cannot be sure of", async () => {
    const adapter = alipayAdapter();
    await alipayFault({ mode: "error", count: 1 });
    expect(await thrownBy(adapter.query(newNo())))
      .to.be.instanceOf(ChannelUnsure)
      .with.property("answered", true);
    await alipayFault({ mode: "badSignature", count: 1 });
    expect(await thrownBy(adapter.query(newNo()))).to.include({ code: "BAD_SIGNATURE" });
    await alipayFault({ mode: "error", count: 1 });
    expect(await thrownBy(adapter.prepay(request(newNo())))).to.be.instanceOf(ChannelUnsure);
    const appId = config.ALIPAY_APP_ID;
    Object.assign(config, { ALIPAY_APP_ID: "2021000000000000" });
    const stranger = await thrownBy(adapter.query(newNo()));
    Object.assign(config, { ALIPAY_APP_ID: appId });
    expect(stranger).to.be.instanceOf(ChannelUnsure);
    const known = config.ALIPAY_BASE_URL;
    Object.assign(config, { ALIPAY_BASE_URL: "http://127.0.0.1:9/gateway.do" });
    const away = await thrownBy(adapter.prepay(request(newNo())));
    Object.assign(config, { ALIPAY_BASE_URL: known });
    expect(away).to.be.instanceOf(ChannelUnsure).with.property("answered", false);
  });

  it("finds the inner bytes of an answer, whatever they hold", () => {
    const inner = '{"a":"}{\\"","b":{"c":1},"d":"\\\\"}';
    expect(innerText(`{"x_response":${inner},"sign":"s"}`, "x_response")).to.equal(inner);
    expect(innerText('{"sign":"s"}', "x_response")).to.equal("");
  });

  it("takes no notice that is not signed, or that names a parameter twice", async () => {
    const adapter = alipayAdapter();
    for (const body of ["", "a=1", "sign=x&notify_id=1", "sign=x&sign=y", "sign=&app_id=1", "{}"])
      expect(await thrownBy(adapter.verifyNotice({}, Buffer.from(body))), body).to.be.instanceOf(NoticeRefused);
  });
});
