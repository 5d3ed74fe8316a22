import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import { AlipaySdk } from "alipay-sdk";
import { expect } from "chai";
import WxPayModule from "wechatpay-node-v3";
import { environmentMerchant as alipayOfEnvironment } from "#shared/providers/pay/alipay/merchant.js";
import { alipay as alipayAdapter, wechatpay as wechatpayAdapter } from "#test/support/wholeProviders.js";
import { signedText, signParameters } from "#shared/providers/pay/alipay/signature.js";
import { NoticeRefused } from "#shared/providers/pay/port.js";
import {
  environmentMerchant as wechatpayOfEnvironment,
  type WechatpayMerchant,
} from "#shared/providers/pay/wechatpay/merchant.js";
import { jsapiParameters } from "#shared/providers/pay/wechatpay/clientParameters.js";
import { authorization, isSignedBy } from "#shared/providers/pay/wechatpay/signature.js";
import { config } from "#shared/kernel/config/config.js";
import { startService } from "#test/support/service.js";
import { thrownBy } from "./channelContract.js";

const WxPay = (WxPayModule as unknown as { default?: typeof WxPayModule }).default ?? WxPayModule;
const platform = generateKeyPairSync("rsa", { modulusLength: 2_048 });
const platformPem = platform.publicKey.export({ type: "spki", format: "pem" }).toString();
const platformPrivatePem = platform.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const emptyStore = { find: async () => undefined, keep: async () => undefined };

describe("the providers' own kits and ours", () => {
  before(() => startService());

  const wechatpayKit = () =>
    new WxPay({
      appid: config.WECHATPAY_APP_ID,
      mchid: config.WECHATPAY_MCH_ID,
      serial_no: config.WECHATPAY_MCH_SERIAL,
      publicKey: Buffer.from("unused"),
      privateKey: Buffer.from(config.WECHATPAY_MCH_PRIVATE_KEY),
      key: config.WECHATPAY_API_V3_KEY,
    });

  it("WeChat Pay: the kit makes the same Authorization and the same paySign", () => {
    const body = { mchid: "1", description: "两件商品" };
    const header = authorization(wechatpayOfEnvironment(), "POST", "/v3/x?y=1", JSON.stringify(body));
    const part = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(header)?.[1] ?? "";
    const theirs = wechatpayKit().getSignature("POST", part("nonce_str"), part("timestamp"), "/v3/x?y=1", body);
    expect(part("signature")).to.equal(theirs);
    const page = jsapiParameters(wechatpayOfEnvironment(), "wx1");
    const lines = [page["appId"], page["timeStamp"], page["nonceStr"], page["package"]].join("\n");
    expect(page["paySign"]).to.equal(wechatpayKit().sha256WithRsa(`${lines}\n`));
  });

  it("Alipay: what we sign the kit verifies, and what the kit verifies we do", async () => {
    const kit = new AlipaySdk({
      appId: config.ALIPAY_APP_ID,
      privateKey: config.ALIPAY_PRIVATE_KEY,
      alipayPublicKey: platformPem,
      keyType: "PKCS8",
    });
    const notice = {
      notify_id: "2026112100222",
      notify_type: "trade_status_sync",
      app_id: config.ALIPAY_APP_ID,
      seller_id: config.ALIPAY_SELLER_ID,
      out_trade_no: "P1",
      trade_no: "2026",
      trade_status: "TRADE_SUCCESS",
      total_amount: "88.88",
      subject: "两件 & 商品 = 1+1",
      gmt_payment: "2026-11-21 10:00:00",
    };
    const signature = signParameters({ privateKey: platformPrivatePem }, notice);
    const signed = { ...notice, sign: signature, sign_type: "RSA2" };
    expect(kit.checkNotifySign(signed)).to.equal(true);
    const adapter = alipayAdapter(() => ({ ...alipayOfEnvironment(), platformKey: platformPem }));
    const body = Buffer.from(new URLSearchParams(signed).toString());
    expect(await adapter.verifyNotice({}, body)).to.deep.equal({ noticeId: notice.notify_id });
    const changed = { ...signed, total_amount: "0.01" };
    expect(kit.checkNotifySign(changed)).to.equal(false);
    const changedBody = Buffer.from(new URLSearchParams(changed).toString());
    expect(await thrownBy(adapter.verifyNotice({}, changedBody))).to.be.instanceOf(NoticeRefused);
    expect(signedText(notice)).to.contain("subject=两件 & 商品 = 1+1");
  });

  it("WeChat Pay: a provider key that was entered verifies by its id, and a clock five minutes off either way is told", async () => {
    const id = "PUB_KEY_ID_0119000000000000000000000000000001";
    const merchant = (): WechatpayMerchant => ({
      ...wechatpayOfEnvironment(),
      platformKey: { id, pem: platformPem },
    });
    const adapter = wechatpayAdapter(emptyStore, merchant);
    const body = JSON.stringify({
      id: "n1",
      event_type: "TRANSACTION.SUCCESS",
      resource: { algorithm: "AEAD_AES_256_GCM", ciphertext: "", nonce: "" },
    });
    const headersAt = (offSeconds: number, serial = id) => {
      const timestamp = String(Math.floor(Date.now() / 1_000) + offSeconds);
      const message = Buffer.from(`${timestamp}\nnonce\n${body}\n`);
      const signature = sign("sha256", message, createPrivateKey(platformPrivatePem)).toString("base64");
      return {
        "wechatpay-timestamp": timestamp,
        "wechatpay-nonce": "nonce",
        "wechatpay-signature": signature,
        "wechatpay-serial": serial,
      };
    };
    const verify = (headers: Record<string, string>) => adapter.verifyNotice(headers, Buffer.from(body));
    for (const off of [0, -290, 290])
      expect(await verify(headersAt(off)), `${off} s`).to.deep.equal({ noticeId: "n1" });
    for (const off of [-310, 310]) {
      const refused = await thrownBy(verify(headersAt(off)));
      expect(refused, `${off} s`).to.be.instanceOf(NoticeRefused).with.property("unknownKey", false);
    }
    expect(await thrownBy(verify(headersAt(0, "PUB_KEY_ID_02")))).to.include({ unknownKey: true });
    const { "wechatpay-timestamp": timestamp, "wechatpay-signature": signature } = headersAt(0);
    const given = { timestamp, nonce: "nonce", signature, serial: id };
    expect(isSignedBy(platformPem, given, Buffer.from(body))).to.equal(true);
    expect(isSignedBy(platformPem, given, Buffer.from(`${body} `))).to.equal(false);
  });
});
