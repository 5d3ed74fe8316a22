import { generateKeyPairSync } from "node:crypto";
import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { PayChannelModel } from "#shared/domains/pay/channel/payApp.model.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { runJobs } from "#test/support/runJobs.js";
import { base, beginAsOperator, channelOf, merchantAt, newApp, newChannel, operator, view } from "./channelSupport.js";
import { buildSubmitted, noFaults } from "../support.js";

describe("pay channels in operators' hands", () => {
  before(beginAsOperator);
  afterEach(async () => {
    heldClock.release();
    await noFaults();
    await runJobs();
  });

  it("need the permission of each endpoint", async () => {
    const nobody = await buildOperator(["trade:order:query"]);
    const member = await buildMember();
    const calls = [
      ["get", "/get?id=1"],
      ["get", "/page"],
      ["get", "/get-enable-code-list?appId=1"],
      ["delete", "/delete?id=1"],
      ["post", "/create"],
      ["put", "/update"],
      ["put", "/rotate-key"],
    ] as const;
    for (const [method, path] of calls)
      for (const [client, status] of [
        [stranger, 401],
        [member.client, 401],
        [nobody.client, 403],
      ] as const)
        expect((await client[method](base + path, {})).status, `${method} ${path}`).to.equal(status);
  });

  it("never show a key, in no answer, no audit row and no row of the database", async () => {
    const appId = await newApp();
    const entered = await merchantAt("wechatpay");
    const id = await newChannel(appId, "social_native", entered);
    const shown = await view(id);
    expect(shown.config).to.include({
      appId: entered["appId"],
      mchId: entered["mchId"],
      certSerialNo: entered["certSerialNo"],
    });
    expect(shown.config.keys.map(({ name }: { name: string }) => name)).to.have.members(["privateKey", "apiV3Key"]);
    for (const { fingerprint } of shown.config.keys) expect(fingerprint).to.match(/^[0-9a-f]{64}$/);
    const page = (await operator.client.get(`${base}/page?appId=${appId}&code=social_native&status=0`)).data;
    const { version, ...row } = shown;
    expect([page, version]).to.deep.equal([{ list: [row], total: 1 }, 0]);
    expect((await operator.client.get(`${base}/get?appId=${appId}&code=social_native`)).data).to.deep.equal(shown);
    const rows = await OperationLogModel.find({ module: "pay", action: "channel.create", bizId: String(id) }).lean();
    expect(rows).to.have.length(1);
    const everywhere = JSON.stringify([shown, page, rows, await channelOf(id)]);
    const keyLine = entered["privateKey"]!.split("\n")[5]!;
    for (const secret of [keyLine, entered["apiV3Key"]!]) expect(everywhere).to.not.contain(secret);
    expect((await operator.client.get(`${base}/get-enable-code-list?appId=${appId}`)).data).to.deep.equal([
      "social_native",
    ]);
  });

  it("what get showed may be sent back: keys stay as they are", async () => {
    const id = await newChannel(await newApp(), "payplat_pc", await merchantAt("alipay"));
    const shown = await view(id);
    const reply = await operator.client.put(`${base}/update`, { ...shown, feeRate: 1.25 });
    expect([reply.code, reply.data], reply.msg).to.deep.equal([0, true]);
    expect(await view(id)).to.deep.equal({ ...shown, feeRate: 1.25, olderKeysUntil: null, version: 1 });
    const config = JSON.stringify(shown.config);
    const again = await operator.client.put(`${base}/update`, { ...shown, config, version: 1 });
    expect(again.code, again.msg).to.equal(0);
    expect((await operator.client.put(`${base}/update`, { ...shown, code: "payplat_app" })).status).to.equal(400);
    expect((await operator.client.put(`${base}/update`, { ...shown, appId: 1 })).status).to.equal(400);
  });

  it("are refused by name: a second one, an absent one, a used one, an absent app", async () => {
    const appId = await newApp();
    const body = { appId, code: "social_native", status: 0, feeRate: 0.6 };
    const made = await Promise.all([1, 2, 3].map(() => operator.client.post(`${base}/create`, body)));
    expect(made.map(({ code }) => code).sort((a, b) => a - b)).to.deep.equal([0, 1007001004, 1007001004]);
    const id = made.find(({ code }) => code === 0)!.data as number;
    await buildSubmitted({ appId: appId as 1 });
    expect((await operator.client.delete(`${base}/delete?id=${id}`)).code).to.equal(1007001005);
    expect((await operator.client.delete(`${base}/delete?id=99999999`)).code).to.equal(1007001000);
    expect((await operator.client.put(`${base}/update`, { ...body, id: 99_999_999 })).code).to.equal(1007001000);
    expect((await operator.client.get(`${base}/get?id=99999999`)).code).to.equal(1007001000);
    expect((await operator.client.post(`${base}/create`, { ...body, appId: 99_999_999 })).code).to.equal(1007000000);
    const wallet = { ...body, appId: 8, code: "wallet" };
    expect((await operator.client.post(`${base}/create`, wallet)).status).to.equal(400);
  });

  it("each field may be only what it should, and a wrong key is named", async () => {
    const appId = await newApp();
    const wechatpay = await merchantAt("wechatpay");
    const alipay = await merchantAt("alipay");
    const small = generateKeyPairSync("rsa", { modulusLength: 1_024 }).privateKey.export({
      type: "pkcs8",
      format: "pem",
    });
    const wrong: [string, string, object | string | null][] = [
      ["social_native", "config", "not json"],
      ["social_native", "config.appId", { ...wechatpay, appId: { $gt: "" } }],
      ["social_native", "config.mchId", { ...wechatpay, mchId: "x" }],
      ["social_native", "config.mchId", { ...wechatpay, mchId: null }],
      ["social_native", "config.privateKey", { ...wechatpay, privateKey: "-----BEGIN PRIVATE KEY-----\nMII=\n" }],
      ["social_native", "config.privateKey", { ...wechatpay, privateKey: String(small) }],
      ["social_native", "config.apiV3Key", { ...wechatpay, apiV3Key: "short" }],
      ["social_native", "config.certSerialNo", { ...wechatpay, certSerialNo: "" }],
      [
        "social_native",
        "config.publicKey",
        { ...wechatpay, publicKeyId: "PUB_KEY_ID_1", publicKey: wechatpay["privateKey"]! },
      ],
      ["social_native", "config.publicKeyId", { ...wechatpay, publicKey: alipay["alipayPublicKey"]! }],
      ["payplat_pc", "config.privateKey", { ...alipay, privateKey: "" }],
      ["payplat_pc", "config.alipayPublicKey", { ...alipay, alipayPublicKey: "AAAA" }],
      ["payplat_pc", "config.serverUrl", { ...alipay, serverUrl: "http://169.254.169.254/latest" }],
      ["payplat_pc", "config.sellerId", { ...alipay, sellerId: "1" }],
      ["wallet", "config", { appId: "x" }],
    ];
    for (const [code, field, entered] of wrong) {
      const reply = await operator.client.post(`${base}/create`, {
        appId,
        code,
        status: 0,
        feeRate: 0.6,
        config: entered,
      });
      expect([reply.status, reply.msg.split(/[:：]/)[0]], `${code} ${field} ${reply.msg}`).to.deep.equal([400, field]);
      // A refusal may be logged and shown: it does not repeat what was entered.
      expect(reply.msg).to.not.contain("MII");
    }
    for (const [field, value] of [
      ["feeRate", -1],
      ["feeRate", 0.00001],
      ["feeRate", "0.6"],
      ["status", { $gt: "" }],
      ["code", "cash"],
      ["appId", { $gt: "" }],
    ] as const) {
      const reply = await operator.client.post(`${base}/create`, {
        appId,
        code: "social_native",
        status: 0,
        feeRate: 0.6,
        [field]: value,
      });
      expect([reply.status, reply.msg.split(/[:：]/)[0]], field).to.deep.equal([400, field]);
    }
    expect(await PayChannelModel.countDocuments({ appId })).to.equal(0);
  });
});
