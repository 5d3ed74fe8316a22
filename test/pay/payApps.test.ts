import { expect } from "chai";
import { Webhook } from "standardwebhooks";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { openPayOrder } from "#shared/domains/pay/index.js";
import { ensurePayApps } from "#shared/domains/pay/channel/ensurePayApps.js";
import { NotifyHostModel } from "#shared/kernel/webhooks/delivery.model.js";
import { PayAppModel, PayChannelModel } from "#shared/domains/pay/channel/payApp.model.js";
import { clock, heldClock, hours } from "#shared/kernel/time/clock.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { behave, buildPaid, deliveries } from "./support.js";

const base = "/admin-api/pay/app";
let count = 0;
const appBody = (overrides: Record<string, unknown> = {}) => ({
  appKey: `shop-${process.pid}-${++count}`,
  name: "Another shop",
  status: 0,
  orderNotifyUrl: "https://shop.example.com/paid",
  refundNotifyUrl: "",
  ...overrides,
});
const auditOf = async (action: string, bizId: number) =>
  OperationLogModel.find({ module: "pay", action, bizId: String(bizId) })
    .sort({ _id: 1 })
    .lean();

describe("pay apps in operators' hands", () => {
  before(async () => {
    await startService();
    await ensurePayApps();
  });
  afterEach(async () => {
    heldClock.release();
    await runJobs();
  });

  it("need the permission of each endpoint", async () => {
    const nobody = await buildOperator(["trade:order:query"]);
    const member = await buildMember();
    const calls = [
      ["get", "/get?id=1"],
      ["get", "/page"],
      ["get", "/list"],
      ["delete", "/delete?id=1"],
      ["post", "/create"],
      ["put", "/update"],
      ["put", "/update-status"],
      ["put", "/rotate-secret"],
    ] as const;
    for (const [method, path] of calls)
      for (const [client, status] of [
        [stranger, 401],
        [member.client, 401],
        [nobody.client, 403],
      ] as const)
        expect((await client[method](base + path, {})).status, `${method} ${path}`).to.equal(status);
  });

  it("are made, read, changed, switched off and deleted, each with its audit row and never with a secret", async () => {
    const { client } = await buildOperator();
    const body = appBody();
    const made = await client.post(`${base}/create`, body);
    expect(made.code, made.msg).to.equal(0);
    const id = made.data as number;
    expect(id).to.be.greaterThan(8);
    const got = (await client.get(`${base}/get?id=${id}`)).data;
    expect(got).to.include({ ...body, id });
    expect(got.secret).to.match(/^whsec_/);
    const changed = await client.put(`${base}/update`, { ...got, name: "Renamed" });
    expect([changed.code, changed.data], changed.msg).to.deep.equal([0, true]);
    const page = await client.get(`${base}/page?name=Renam&appKey=${body.appKey}&status=0`);
    expect(page.data.total).to.equal(1);
    expect(page.data.list[0]).to.include({ id, name: "Renamed" }).and.not.have.property("secret");
    expect((await client.put(`${base}/update-status`, { id, status: 1 })).data).to.equal(true);
    const listed = (await client.get(`${base}/list`)).data as { id: number; status: number; channelCodes: string[] }[];
    expect(listed.find((app) => app.id === id)).to.include({ status: 1 });
    expect(listed.find((app) => app.id === 1)?.channelCodes).to.include("wallet");
    const input = { appId: id as 1, merchantOrderId: "x", memberId: 1, subject: "x", body: "", priceFen: 1 };
    const opened = await openPayOrder({ ...input, expireAt: clock.now(), isVirtual: false, userIp: "" }).catch(
      (error: { code: number }) => error.code,
    );
    expect(opened).to.equal(1007000002);
    expect((await client.delete(`${base}/delete?id=${id}`)).data).to.equal(true);
    expect((await client.get(`${base}/get?id=${id}`)).code).to.equal(1007000000);
    for (const action of ["app.create", "app.update", "app.updateStatus", "app.delete"]) {
      const rows = await auditOf(action, id);
      expect(rows, action).to.have.length(1);
      expect(JSON.stringify(rows)).to.not.contain("whsec_").and.not.contain(got.secret);
    }
    expect((await auditOf("app.update", id))[0]).to.deep.include({
      before: {
        key: body.appKey,
        name: body.name,
        status: 0,
        orderNotifyUrl: body.orderNotifyUrl,
        refundNotifyUrl: "",
      },
    });
  });

  it("are refused by name: a taken key, an absent app, one with orders, the shop's own", async () => {
    const { client } = await buildOperator();
    const body = appBody();
    const { data: id } = await client.post(`${base}/create`, body);
    expect((await client.post(`${base}/create`, body)).code).to.equal(1007000005);
    const other = (await client.post(`${base}/create`, appBody())).data as number;
    expect((await client.put(`${base}/update`, { ...body, id: other })).code).to.equal(1007000005);
    for (const [method, path, sent] of [
      ["put", "/update", { ...appBody(), id: 99_999_999 }],
      ["put", "/update-status", { id: 99_999_999, status: 0 }],
      ["put", "/rotate-secret", { id: 99_999_999 }],
      ["delete", "/delete?id=99999999", undefined],
    ] as const)
      expect((await client[method](base + path, sent)).code, path).to.equal(1007000000);
    await openPayOrder({
      appId: id as 1,
      merchantOrderId: "x",
      memberId: 1,
      subject: "x",
      body: "",
      priceFen: 1,
      expireAt: clock.after(hours(1)),
      isVirtual: false,
      userIp: "",
    });
    expect((await client.delete(`${base}/delete?id=${id}`)).code).to.equal(1007000003);
    expect((await client.delete(`${base}/delete?id=1`)).status).to.equal(400);
    expect((await client.delete(`${base}/delete?id=8`)).status).to.equal(400);
  });

  it("each field may be only what it should", async () => {
    const { client } = await buildOperator();
    const wrong: [string, unknown][] = [
      ["appKey", { $gt: "" }],
      ["appKey", "a b"],
      ["name", ""],
      ["name", { $gt: "" }],
      ["status", 2],
      ["orderNotifyUrl", "ftp://a.example"],
      ["orderNotifyUrl", "http://shop.example.com/"],
      ["orderNotifyUrl", "https://10.0.0.1/"],
      ["refundNotifyUrl", { $gt: "" }],
      ["refundNotifyUrl", "https://u:p@shop.example.com/"],
    ];
    for (const [field, value] of wrong) {
      const reply = await client.post(`${base}/create`, appBody({ [field]: value }));
      expect([reply.status, reply.msg.split(/[:：]/)[0]], `${field} ${JSON.stringify(value)}`).to.deep.equal([
        400,
        field,
      ]);
    }
  });

  it("another secret signs deliveries at once, beside the old one for 24 h", async () => {
    // What other tests did to the app and its receiver's host is none of this one's.
    await behave("mall", {});
    await NotifyHostModel.deleteMany({});
    await PayAppModel.updateOne({ _id: 1 }, { $unset: { olderSecrets: 1 } });
    const { client } = await buildOperator();
    const secretNow = async (): Promise<string> => (await client.get(`${base}/get?id=1`)).data.secret;
    const first = await secretNow();
    expect((await client.put(`${base}/rotate-secret`, { id: 1 })).data).to.equal(true);
    const second = await secretNow();
    expect(second)
      .to.match(/^whsec_/)
      .and.not.equal(first);
    const { order } = await buildPaid();
    const [told] = await deliveries("mall", order.merchantOrderId);
    expect(told!.headers["webhook-signature"]!.split(" ")).to.have.length(2);
    for (const secret of [first, second]) new Webhook(secret).verify(told!.body, told!.headers);
    heldClock.hold();
    heldClock.advance(hours(24) + 1);
    const later = await buildPaid();
    const [toldLater] = await deliveries("mall", later.order.merchantOrderId);
    expect(toldLater!.headers["webhook-signature"]!.split(" ")).to.have.length(1);
    new Webhook(second).verify(toldLater!.body, toldLater!.headers);
    expect(() => new Webhook(first).verify(toldLater!.body, toldLater!.headers)).to.throw();
    const rows = await auditOf("app.rotateSecret", 1);
    expect(rows.length).to.be.at.least(1);
    expect(JSON.stringify(rows)).to.not.contain("whsec_");
  });

  it("a secret that is changed by many at once stays one, with each that was before it", async () => {
    const { client } = await buildOperator();
    const { data: id } = await client.post(`${base}/create`, appBody());
    const answers = await Promise.all([1, 2, 3].map(() => client.put(`${base}/rotate-secret`, { id })));
    expect(answers.map(({ data }) => data)).to.deep.equal([true, true, true]);
    expect((await PayAppModel.findById(id).lean())!.olderSecrets).to.have.length(3);
  });

  it("a channel that was deleted does not come back by itself", async () => {
    const { client } = await buildOperator();
    const { data: id } = await client.post(`${base}/create`, appBody());
    const channel = { appId: id, code: "social_native", status: 0, feeRate: 0.6 };
    const { data: channelId } = await client.post("/admin-api/pay/channel/create", channel);
    expect((await client.delete(`/admin-api/pay/channel/delete?id=${channelId}`)).data).to.equal(true);
    expect((await PayAppModel.findById(id).lean())!.removedCodes).to.deep.equal(["social_native"]);
    const again = await client.post("/admin-api/pay/channel/create", channel);
    expect(again.code, again.msg).to.equal(0);
    expect((await PayAppModel.findById(id).lean())!.removedCodes).to.deep.equal([]);
    await ensurePayApps();
    expect(await PayChannelModel.countDocuments({ appId: id })).to.equal(1);
  });
});
