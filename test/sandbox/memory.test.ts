import { appendFile, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { sandboxEnvironment } from "#scripts/sandbox/environment.js";
import { loadKeys } from "#scripts/sandbox/keys.js";
import { alipayOf, openTrade } from "./alipaySupport.js";
import { merchantOf, newDataDir, openOrder, removeDataDir, startSandbox, stopSandbox } from "./support.js";

describe("sandbox: keys, environment and memory", () => {
  it("callers at once get the same keys, readable by their owner alone", async () => {
    const dataDir = await newDataDir();
    try {
      const all = await Promise.all([loadKeys(dataDir), loadKeys(dataDir), loadKeys(dataDir)]);
      const file = join(dataDir, "sandbox", "keys.json");
      expect(new Set(all.map((keys) => JSON.stringify(keys))).size).to.equal(1);
      expect((await stat(file)).mode & 0o777).to.equal(0o600);
      expect(JSON.parse(await readFile(file, "utf8"))).to.deep.equal(all[0]);

      const env = await sandboxEnvironment({ dataDir, port: 8090, smtpPort: 8025 });
      expect(Object.keys(env).toSorted()).to.deep.equal([
        "ALIPAY_APP_ID",
        "ALIPAY_BASE_URL",
        "ALIPAY_PRIVATE_KEY",
        "ALIPAY_PUBLIC_KEY",
        "ALIPAY_SELLER_ID",
        "CAPTCHA_BASE_URL",
        "CAPTCHA_SECRET",
        "CAPTCHA_SITE_KEY",
        "IM_ADMIN_ACCOUNT",
        "IM_BASE_URL",
        "IM_SDK_APP_ID",
        "IM_SECRET_KEY",
        "INVOICE_CLERK",
        "INVOICE_SELLER_ADDRESS",
        "INVOICE_SELLER_BANK",
        "INVOICE_SELLER_BANK_NO",
        "INVOICE_SELLER_NAME",
        "INVOICE_SELLER_PHONE",
        "INVOICE_SELLER_TAX_NO",
        "KDNIAO_API_KEY",
        "KDNIAO_BASE_URL",
        "KDNIAO_BUSINESS_ID",
        "KUAIDI100_BASE_URL",
        "KUAIDI100_CUSTOMER",
        "KUAIDI100_KEY",
        "KUAIDI100_SALT",
        "LIVE_API_URL",
        "LIVE_CALLBACK_KEY",
        "LIVE_PLAY_DOMAIN",
        "LIVE_PLAY_KEY",
        "LIVE_PUSH_DOMAIN",
        "LIVE_PUSH_KEY",
        "LIVE_SECRET_ID",
        "LIVE_SECRET_KEY",
        "MAIL_FROM",
        "MALL_NOTIFY_URL",
        "NUONUO_APP_KEY",
        "NUONUO_APP_SECRET",
        "NUONUO_BASE_URL",
        "NUONUO_TOKEN_URL",
        "OPERATORS_MAIL",
        "SANDBOX_URL",
        "SMS_BASE_URL",
        "SMS_SDK_APP_ID",
        "SMS_SECRET_ID",
        "SMS_SECRET_KEY",
        "SMS_SIGN_NAME",
        "SMS_TEMPLATE_ACCOUNTS_MERGED",
        "SMS_TEMPLATE_LOGIN",
        "SMS_TEMPLATE_MOBILE_CHANGED",
        "SMS_TEMPLATE_RESET_PASSWORD",
        "SMS_TEMPLATE_UPDATE_MOBILE",
        "SMS_TEMPLATE_UPDATE_PASSWORD",
        "SMTP_URL",
        "SOCIAL_BASE_URL",
        "SOCIAL_MINI_APP_ID",
        "SOCIAL_MINI_SECRET",
        "SOCIAL_MOBILE_APP_ID",
        "SOCIAL_MOBILE_SECRET",
        "SOCIAL_OFFICIAL_APP_ID",
        "SOCIAL_OFFICIAL_SECRET",
        "SOCIAL_OPEN_URL",
        "SOCIAL_WEBSITE_APP_ID",
        "SOCIAL_WEBSITE_SECRET",
        "VOD_BASE_URL",
        "VOD_CALLBACK_KEY",
        "VOD_SECRET_ID",
        "VOD_SECRET_KEY",
        "WALLET_NOTIFY_URL",
        "WECHATPAY_API_V3_KEY",
        "WECHATPAY_APP_ID",
        "WECHATPAY_APP_ID_APP",
        "WECHATPAY_APP_ID_LITE",
        "WECHATPAY_APP_ID_PUB",
        "WECHATPAY_BASE_URL",
        "WECHATPAY_MCH_ID",
        "WECHATPAY_MCH_PRIVATE_KEY",
        "WECHATPAY_MCH_SERIAL",
      ]);
      expect(env["ALIPAY_BASE_URL"]).to.equal("http://127.0.0.1:8090/platform/alipay/gateway.do");
      expect(env["KUAIDI100_BASE_URL"]).to.equal("http://127.0.0.1:8090/platform/express");
      expect(Buffer.from(env["ALIPAY_PUBLIC_KEY"] ?? "", "base64").toString()).to.match(/^-----BEGIN PUBLIC/);
      expect(env["WECHATPAY_BASE_URL"]).to.equal("http://127.0.0.1:8090/platform/wechatpay");
      expect(env["WALLET_NOTIFY_URL"]).to.equal("http://127.0.0.1:8090/sandbox/merchant/wallet");
      expect(env["WECHATPAY_API_V3_KEY"]).to.match(/^[A-Za-z0-9]{32}$/);
      expect(Buffer.from(env["WECHATPAY_MCH_PRIVATE_KEY"] ?? "", "base64").toString()).to.match(/^-----BEGIN PRIVATE/);
    } finally {
      await removeDataDir(dataDir);
    }
  });

  it("a restart forgets no order and no refund, even after a crash in the middle of a line", async () => {
    const first = await startSandbox();
    const merchant = merchantOf(first);
    const no = await openOrder(merchant, "http://127.0.0.1:9/callback", 1_000);
    await first.control("POST", `/sandbox/pay/orders/${no}/settle`, { notify: false });
    const amount = { refund: 300, total: 1_000, currency: "CNY" as const };
    await merchant.pay.refunds({ out_trade_no: no, out_refund_no: "R-restart", amount });
    const order = (await first.control("GET", `/sandbox/pay/orders/${no}`)).body;
    await first.close();
    await appendFile(join(first.dataDir, "sandbox", "journal.jsonl"), '{"shelf":"wechatpay.order","ke');

    const second = await startSandbox({ dataDir: first.dataDir });
    try {
      expect((await second.control("GET", `/sandbox/pay/orders/${no}`)).body).to.deep.equal(order);
      expect(order).to.include({ state: "paid", refunded: 300 });
      const refund = await second.control("GET", "/sandbox/pay/refunds/R-restart");
      expect(refund.body).to.include({ state: "success", amount: 300 });
      await second.control("DELETE", "/sandbox/state");
      expect((await second.control("GET", "/sandbox/pay/orders")).body).to.deep.equal([]);
    } finally {
      await stopSandbox(second);
    }
    const third = await startSandbox({ dataDir: first.dataDir });
    expect((await third.control("GET", `/sandbox/pay/orders/${no}`)).status).to.equal(404);
    await stopSandbox(third);
  });

  it("a restart forgets no Alipay trade, no refund and no parcel", async () => {
    const first = await startSandbox();
    const client = alipayOf(first);
    const no = await openTrade(client, "http://127.0.0.1:9/callback");
    await first.control("POST", `/sandbox/pay/orders/${no}/settle`, { notify: false });
    await client.call("alipay.trade.refund", { out_trade_no: no, refund_amount: "3.00", out_request_no: "A-restart" });
    await first.control("POST", "/sandbox/express/SF1/tracks", { content: "揽收", time: 1_000 });
    const shown = ["/sandbox/pay/orders", "/sandbox/pay/refunds", "/sandbox/express"];
    const before = await Promise.all(shown.map((path) => first.control("GET", path)));
    await first.close();

    const second = await startSandbox({ dataDir: first.dataDir });
    try {
      expect(await Promise.all(shown.map((path) => second.control("GET", path)))).to.deep.equal(before);
      const trade = await alipayOf(second).call("alipay.trade.query", { out_trade_no: no });
      expect(trade).to.include({ tradeStatus: "TRADE_SUCCESS", totalAmount: "12.34" });
      expect((await second.control("GET", "/sandbox/pay/refunds/A-restart")).body).to.include({ amount: 300 });
    } finally {
      await stopSandbox(second);
    }
  });

  it("a file of keys from before a provider came is completed, and keeps what it has", async () => {
    const dataDir = await newDataDir();
    try {
      const { alipay: _, express: __, ...older } = await loadKeys(dataDir);
      await writeFile(join(dataDir, "sandbox", "keys.json"), JSON.stringify(older));
      const keys = await loadKeys(dataDir);
      expect(keys).to.deep.include(older);
      expect(keys.alipay.appId).to.match(/^2021\d{12}$/);
      expect(keys.express.customer).to.match(/^[0-9A-F]{32}$/);
      expect(await loadKeys(dataDir)).to.deep.equal(keys);
    } finally {
      await removeDataDir(dataDir);
    }
  });

  it("a taken port is refused", async () => {
    const first = await startSandbox();
    const { makeSandbox } = await import("#scripts/sandbox/app.js");
    const second = await makeSandbox({ dataDir: first.dataDir, keys: first.keys });
    const code = await second.listen(first.port).then(
      () => "listening",
      (error: NodeJS.ErrnoException) => error.code,
    );
    expect(code).to.equal("EADDRINUSE");
    await stopSandbox(first);
  });
});
