import { expect } from "chai";
import { alipayOf, openTrade } from "./alipaySupport.js";
import { loginCode, merchantOf, openOrder, sendSms, startSandbox, stopSandbox, type TestSandbox } from "./support.js";

describe("sandbox: the page for people", () => {
  let sandbox: TestSandbox;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => stopSandbox(sandbox));

  const sections = async (): Promise<Record<string, string>> =>
    (await sandbox.control<Record<string, string>>("GET", "/sandbox/page")).body;

  it("runs only its own script and style", async () => {
    const response = await fetch(sandbox.url);
    const policy = response.headers.get("content-security-policy") ?? "";
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1] ?? "none";
    const text = await response.text();
    expect(response.headers.get("content-type")).to.match(/^text\/html/);
    expect(policy).to.match(/^default-src 'none'/);
    expect(text).to.contain(`<script nonce="${nonce}">`);
    expect(text.match(/<script|<link rel="stylesheet"|src=|https?:\/\/(?!127)/g)).to.have.length(1);
  });

  it("explains what to do while there is nothing", async () => {
    const drawn = await sections();
    expect(drawn["cashier"]).to.contain("Nothing to pay");
    expect(drawn["sms"]).to.contain("No messages yet");
    expect(drawn["parcels"]).to.contain("No parcels");
    expect(drawn["merchant"]).to.contain("/sandbox/merchant/mall");
    expect(drawn["faults"]).to.contain("answer as they should");
  });

  it("shows orders in yuan with a Pay button, and messages; foreign text is escaped", async () => {
    const merchant = merchantOf(sandbox);
    const no = await openOrder(merchant, "http://127.0.0.1:9/callback", 1_205);
    await sendSms(sandbox, loginCode(sandbox, "13800138000", "<i>9"));
    const drawn = await sections();
    expect(drawn["cashier"]).to.contain("¥12.05");
    expect(drawn["cashier"]).to.contain(`data-path="/sandbox/pay/orders/${no}/settle"`);
    expect(drawn["sms"]).to.contain("&lt;i&gt;9");
    expect(drawn["sms"]).not.to.contain("<i>");
    expect(drawn["calls"]).to.contain("/v3/pay/transactions/native");
  });

  it("shows Alipay's orders in the same cashier, and its calls by their method", async () => {
    const no = await openTrade(alipayOf(sandbox), "http://127.0.0.1:9/callback");
    const drawn = await sections();
    expect(drawn["cashier"]).to.contain(`data-path="/sandbox/pay/orders/${no}/settle"`);
    expect(drawn["cashier"]).to.contain("alipay PAGE");
    expect(drawn["calls"]).to.contain("alipay.trade.page.pay");
  });

  it("shows parcels with their tracks, escaped, and plays the courier", async () => {
    await sandbox.control("POST", "/sandbox/express/SF1/tracks", { content: "揽收 <b>", time: 0 });
    const under = (await sections())["parcels"];
    expect(under).to.contain("SF1").and.to.contain("揽收 &lt;b&gt;").and.not.to.contain("<b>揽");
    expect(under).to.contain(`data-path="/sandbox/express/SF1/tracks"`);
    await sandbox.control("POST", "/sandbox/express/SF1/tracks", { content: "签收", delivered: true });
    expect((await sections())["parcels"]).not.to.contain("data-path");
    expect(await (await fetch(sandbox.url)).text()).to.contain('<form id="track">');
  });
});
