import { createCipheriv, createPublicKey, randomBytes, verify } from "node:crypto";
import { expect } from "chai";
import WxPayModule from "wechatpay-node-v3";
import { ChannelRefused, ChannelUnsure, NoticeRefused } from "#shared/providers/pay/port.js";
import type { CertificateStore } from "#shared/providers/pay/wechatpay/certificateStore.js";
import { environmentMerchant } from "#shared/providers/pay/wechatpay/merchant.js";
import { downloadCertificates } from "#shared/providers/pay/wechatpay/client.js";
import { wechatpay as wechatpayAdapter } from "#test/support/wholeProviders.js";
import { appParameters, jsapiParameters } from "#shared/providers/pay/wechatpay/clientParameters.js";
import { authorization, openResource } from "#shared/providers/pay/wechatpay/signature.js";
import { config } from "#shared/kernel/config/config.js";
import { startService } from "#test/support/service.js";
import { callsTo, fault, noFaults, settle } from "../support.js";

const WxPay = (WxPayModule as unknown as { default?: typeof WxPayModule }).default ?? WxPayModule;

/** A store of its own, so that each test begins without certificates. */
function emptyStore(): CertificateStore & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    find: async (serial) => kept.get(serial),
    keep: async (certificates) => {
      for (const { serial, pem } of certificates) kept.set(serial, pem);
    },
  };
}

let count = 0;
const newNo = (): string => `PT${process.pid}${Date.now()}${++count}`.slice(0, 32);
const request = (no: string, amountFen = 100) => ({
  kind: "native" as const,
  no,
  subject: "商品",
  amountFen,
  expireAt: new Date(Date.now() + 3_600_000),
  notifyUrl: `${config.PUBLIC_URL}/callback/pay/1`,
  openid: null,
  returnUrl: null,
});
const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

const isSigned = (message: string, signature: string): boolean =>
  verify(
    "sha256",
    Buffer.from(message),
    createPublicKey(config.WECHATPAY_MCH_PRIVATE_KEY),
    Buffer.from(signature, "base64"),
  );

describe("the WeChat Pay v3 adapter", () => {
  before(() => startService());
  afterEach(() => noFaults());

  it("signs a request over its five lines", () => {
    const header = authorization(environmentMerchant(), "POST", "/v3/pay?a=1", '{"x":"商品"}');
    const parts = Object.fromEntries([...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
    expect(header.startsWith("WECHATPAY2-SHA256-RSA2048 mchid=")).to.equal(true);
    expect(parts).to.include({ mchid: config.WECHATPAY_MCH_ID, serial_no: config.WECHATPAY_MCH_SERIAL });
    const message = `POST\n/v3/pay?a=1\n${parts["timestamp"]}\n${parts["nonce_str"]}\n{"x":"商品"}\n`;
    expect(isSigned(message, parts["signature"] ?? "")).to.equal(true);
  });

  it("signs what the payer's client hands over", () => {
    const page = jsapiParameters(environmentMerchant(), "wx1");
    const lines = [page["appId"], page["timeStamp"], page["nonceStr"], "prepay_id=wx1"];
    expect(isSigned(`${lines.join("\n")}\n`, page["paySign"] ?? "")).to.equal(true);
    const app = appParameters(environmentMerchant(), "wx1");
    const appLines = [app["appid"], app["timestamp"], app["noncestr"], "wx1"];
    expect(isSigned(`${appLines.join("\n")}\n`, app["sign"] ?? "")).to.equal(true);
  });

  it("opens a sealed resource as the provider's SDK does, and nothing that was changed", () => {
    const nonce = randomBytes(6).toString("hex");
    const cipher = createCipheriv("aes-256-gcm", config.WECHATPAY_API_V3_KEY, nonce);
    cipher.setAAD(Buffer.from("transaction"));
    const sealed = Buffer.concat([cipher.update('{"a":"商品"}', "utf8"), cipher.final(), cipher.getAuthTag()]);
    const ciphertext = sealed.toString("base64");
    const sdk = new WxPay({
      appid: config.WECHATPAY_APP_ID,
      mchid: config.WECHATPAY_MCH_ID,
      serial_no: config.WECHATPAY_MCH_SERIAL,
      publicKey: Buffer.from("unused"),
      privateKey: Buffer.from(config.WECHATPAY_MCH_PRIVATE_KEY),
      key: config.WECHATPAY_API_V3_KEY,
    });
    const resource = { ciphertext, nonce, associated_data: "transaction" };
    expect(JSON.parse(openResource(environmentMerchant(), resource))).to.deep.equal(
      sdk.decipher_gcm(ciphertext, "transaction", nonce),
    );
    expect(() => openResource(environmentMerchant(), { ...resource, associated_data: "refund" })).to.throw();
    sealed[0]! ^= 1;
    expect(() =>
      openResource(environmentMerchant(), { ...resource, ciphertext: sealed.toString("base64") }),
    ).to.throw();
  });

  it("fetches certificates when it meets a signature of an unknown one, once", async () => {
    const store = emptyStore();
    const adapter = wechatpayAdapter(store);
    const before = (await callsTo("/v3/certificates")).length;
    await adapter.query(newNo());
    await adapter.query(newNo());
    expect(store.kept.size).to.equal(1);
    expect((await callsTo("/v3/certificates")).length).to.equal(before + 1);
    const [certificate] = await downloadCertificates();
    expect(certificate!.pem).to.equal([...store.kept.values()][0]);
    expect(certificate!.expireAt.getTime()).to.be.greaterThan(Date.now());
  });

  it("opens, asks about, closes and refunds as the port says", async () => {
    const adapter = wechatpayAdapter(emptyStore());
    const no = newNo();
    expect(await adapter.query(no)).to.deep.equal({ state: "absent" });
    expect(await adapter.close(no)).to.equal("closed");
    const content = await adapter.prepay(request(no));
    expect(await adapter.prepay(request(no))).to.equal(content);
    const other = await thrownBy(adapter.prepay(request(no, 101)));
    expect(other).to.be.instanceOf(ChannelRefused).with.property("code", "INVALID_REQUEST");
    expect(await adapter.query(no)).to.deep.equal({ state: "waiting" });
    await settle(no, { notify: false });
    const paid = await adapter.query(no);
    expect(paid).to.include({ state: "paid", paidFen: 100 });
    expect(await adapter.close(no)).to.equal("paid");
    const refundNo = `R${no}`;
    expect(await adapter.queryRefund(refundNo, no)).to.deep.equal({ state: "absent" });
    const refund = {
      no: refundNo,
      paymentNo: no,
      paidFen: 100,
      refundFen: 100,
      reason: "",
      notifyUrl: request(no).notifyUrl,
    };
    expect(await adapter.refund(refund)).to.deep.equal({ state: "processing" });
    expect(await adapter.queryRefund(refundNo, no)).to.include({ state: "success" });
    expect(await adapter.query(no)).to.deep.equal({ state: "refunded" });
    const more = await thrownBy(adapter.refund({ ...refund, no: `${refundNo}b` }));
    expect(more).to.be.instanceOf(ChannelRefused);
    const closed = newNo();
    await adapter.prepay(request(closed));
    expect(await adapter.close(closed)).to.equal("closed");
    expect(await adapter.query(closed)).to.deep.equal({ state: "closed" });
  });

  it("tells a no from what it cannot be sure of", async () => {
    const adapter = wechatpayAdapter(emptyStore());
    await adapter.query(newNo());
    for (const [mode, code] of [
      ["error", "SYSTEM_ERROR"],
      ["badSignature", "BAD_SIGNATURE"],
    ]) {
      await fault({ mode, count: 1 });
      const error = await thrownBy(adapter.query(newNo()));
      expect(error).to.be.instanceOf(ChannelUnsure).and.include({ code, answered: true });
    }
    await fault({ mode: "timeout", count: 1 });
    expect(await thrownBy(adapter.query(newNo()))).to.include({ code: "NO_ANSWER", answered: false });
  });

  it("does not believe certificates whose signature does not hold", async () => {
    await fault({ mode: "badSignature", count: 1, path: "/v3/certificates" });
    expect(await thrownBy(downloadCertificates())).to.include({ code: "BAD_SIGNATURE" });
  });

  it("takes no notice without a stored certificate, and says so", async () => {
    const headers = {
      "wechatpay-timestamp": String(Math.floor(Date.now() / 1_000)),
      "wechatpay-nonce": "n",
      "wechatpay-signature": "cw==",
      "wechatpay-serial": "A",
    };
    const error = await thrownBy(wechatpayAdapter(emptyStore()).verifyNotice(headers, Buffer.from("{}")));
    expect(error).to.be.instanceOf(NoticeRefused).with.property("unknownKey", true);
  });
});
