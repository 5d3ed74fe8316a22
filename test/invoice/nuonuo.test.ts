import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { CallbackUnreadable, InvoiceRefused, type BillOrder } from "#shared/providers/invoice/port.js";
import { numberOfCallback } from "#shared/providers/invoice/verifier.js";
import { nuonuo } from "#shared/providers/invoice/client.js";
import { signCall } from "#shared/providers/invoice/calls.js";
import { config } from "#shared/kernel/config/config.js";
import { OutboundFailed, TooManyCalls } from "#shared/kernel/http/outboundErrors.js";
import { invoiceFault, noInvoiceFaults, settle } from "./support.js";

let count = 0;
const order = (change: Partial<BillOrder> = {}): BillOrder => ({
  no: `T${Date.now()}${++count}`,
  kind: "ordinary",
  seller: {
    name: config.INVOICE_SELLER_NAME,
    taxNo: config.INVOICE_SELLER_TAX_NO,
    address: "文三路",
    phone: "0571-1",
    bank: "",
    bankNo: "",
  },
  buyer: { name: "张三", taxNo: "", address: "", phone: "", bank: "", bankNo: "" },
  clerk: "沙小箱",
  goodsTaxCode: "1060512010000000000",
  lines: [
    { name: "紫砂壶", spec: "", unit: "件", quantity: 3, amountFen: 1_000, netFen: 885, taxFen: 115, taxRate: 13 },
  ],
  remark: "",
  orderedAt: new Date(),
  callbackUrl: "http://127.0.0.1:9/callback/invoice?sign=x",
  ...change,
});
const refusal = async (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => new Error("not refused"),
    (error: Error) => error,
  );

describe("the e-invoice provider's adapter", () => {
  const kept = { ...config };
  let token = "";
  beforeEach(async () => {
    token = (await nuonuo.accessToken()).value;
  });
  afterEach(async () => {
    await noInvoiceFaults();
    const { NUONUO_BASE_URL, NUONUO_TOKEN_URL, NUONUO_APP_SECRET } = kept;
    Object.assign(config, { NUONUO_BASE_URL, NUONUO_TOKEN_URL, NUONUO_APP_SECRET });
  });

  it("signs as the provider's documentation shows", () => {
    const parts = {
      appKey: "SD1",
      senid: "a".repeat(32),
      nonce: "12345678",
      timestamp: "1700000000",
      body: '{"a":"中"}',
    };
    const text = `a=services&l=v1&p=open&k=SD1&i=${parts.senid}&n=12345678&t=1700000000&f={"a":"中"}`;
    expect(signCall("secret", parts)).to.equal(createHmac("sha1", "secret").update(text, "utf8").digest("base64"));
  });

  it("a token is good for a day; a wrong secret is refused", async () => {
    expect(await nuonuo.accessToken()).to.include({ expiresInSeconds: 86_400 });
    Object.assign(config, { NUONUO_APP_SECRET: "wrong" });
    expect(await refusal(nuonuo.accessToken()))
      .to.be.instanceOf(InvoiceRefused)
      .and.to.include({ code: "070304" });
    expect(await refusal(nuonuo.order(token, order()))).to.include({ code: "070202", kind: "refused" });
  });

  it("an order is made once; its number again is a duplicate; an unknown one is not found", async () => {
    const one = order();
    expect(await nuonuo.find(token, one.no)).to.equal(undefined);
    const serialNo = await nuonuo.order(token, one);
    expect(await refusal(nuonuo.order(token, one))).to.include({ kind: "duplicate" });
    const found = await nuonuo.find(token, one.no);
    expect(found).to.include({ state: "issued", serialNo, amountFen: 1_000, invoiceCode: null });
    expect(found!.issuedAt).to.be.instanceOf(Date);
  });

  it("what is under way, what failed, and a red letter of what was issued", async () => {
    await invoiceFault({ mode: "hold", path: "blue" });
    const held = order();
    await nuonuo.order(token, held);
    expect(await nuonuo.find(token, held.no)).to.include({ state: "issuing", invoiceNo: null });
    await settle(held.no, { outcome: "failed", reason: "额度不足", notify: false });
    expect(await nuonuo.find(token, held.no)).to.include({ state: "failed", reason: "额度不足" });
    const blue = order();
    await nuonuo.order(token, blue);
    const { invoiceNo } = (await nuonuo.find(token, blue.no))!;
    const red = {
      no: `R${blue.no}`,
      sellerTaxNo: config.INVOICE_SELLER_TAX_NO,
      clerk: "",
      invoiceNo: invoiceNo!,
      invoiceCode: null,
      serialNo: null,
      callbackUrl: blue.callbackUrl,
    };
    await nuonuo.orderRed(token, red);
    expect(await nuonuo.find(token, red.no)).to.include({ state: "issued", amountFen: 1_000 });
    expect(await refusal(nuonuo.orderRed(token, { ...red, no: `${red.no}2` }))).to.include({ code: "E9202" });
    expect(await refusal(nuonuo.orderRed(token, { ...red, no: `${red.no}3`, invoiceNo: "1" }))).to.include({
      code: "E9201",
    });
  });

  it("a token that is no good is told apart; so is a special invoice without a tax number", async () => {
    expect(await refusal(nuonuo.find("x", "y"))).to.include({ kind: "token" });
    expect(await refusal(nuonuo.order(token, order({ kind: "special" })))).to.include({
      kind: "refused",
      code: "E9102",
    });
  });

  it("no proper answer is no answer", async () => {
    for (const mode of ["error", "badSignature"]) {
      await invoiceFault({ mode });
      const error = await refusal(nuonuo.find(token, "y"));
      expect(error).to.be.instanceOf(mode === "error" ? OutboundFailed : InvoiceRefused);
    }
  });

  it("what it wants of rest is obeyed", async () => {
    const server: Server = createServer((_, response) => response.writeHead(429, { "retry-after": "7" }).end("{}"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      Object.assign(config, { NUONUO_BASE_URL: url, NUONUO_TOKEN_URL: url });
      for (const work of [nuonuo.find(token, "y"), nuonuo.accessToken()]) {
        const error = await refusal(work);
        expect(error).to.be.instanceOf(TooManyCalls).and.to.include({ restMs: 7_000 });
      }
    } finally {
      server.close();
    }
  });

  it("a callback names its number; another form is refused", () => {
    const body = (fields: Record<string, string>): Buffer => Buffer.from(new URLSearchParams(fields).toString());
    expect(numberOfCallback(body({ operater: "callback", orderno: "F1", content: "{}" }))).to.equal("F1");
    for (const fields of [{ operater: "callback" }, { orderno: "F1" }, { operater: "other", orderno: "F1" }])
      expect(() => numberOfCallback(body(fields as Record<string, string>))).to.throw(CallbackUnreadable);
  });
});
