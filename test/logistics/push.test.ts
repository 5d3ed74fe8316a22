import { expect } from "chai";
import { applyPush } from "#shared/domains/trade/index.js";
import { applyPushJob } from "#shared/domains/trade/trade.jobs.js";
import { ExpressPushModel } from "#shared/domains/trade/parcel/expressPush.model.js";
import { ParcelModel } from "#shared/domains/trade/parcel/parcel.model.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { buildShippedOrder } from "#test/factories/shipment.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { push, pushBody, READ } from "./support.js";

const FIRST = { context: "【杭州市】已揽收", time: "2026-11-01 08:00:00" };
const SECOND = { context: "【上海市】派件中", time: "2026-11-02 09:30:00" };
const zt = (nu: string) => ({ com: "zhongtong", nu });

describe("a push of tracks", () => {
  before(async () => {
    await startService();
    await seedDelivery();
    expect(config.KUAIDI100_SALT).not.to.equal("");
  });
  afterEach(async () => {
    heldClock.release();
    await runJobs();
  });

  it("is stored once, applied by a job, and read newest first in Shanghai's time", async () => {
    const { client, order, logisticsNo } = await buildShippedOrder();
    const body = pushBody(zt(logisticsNo), [FIRST, SECOND]);
    const replies = await Promise.all(Array.from({ length: 20 }, () => push(body)));
    for (const reply of replies) {
      expect(reply.status).to.equal(200);
      expect(JSON.parse(reply.text)).to.deep.equal({ result: true, returnCode: "200", message: "成功" });
    }
    expect(await ExpressPushModel.countDocuments({ body: new RegExp(logisticsNo) })).to.equal(1);
    await runJobs();
    const { code, data } = await client.post(READ, { id: order._id });
    expect(code).to.equal(0);
    expect(data).to.deep.equal({
      name: "中通快递",
      code: "zhongtong",
      logisticsNo,
      logo: data.logo,
      expressTrackRespDTOList: [
        { time: Date.parse("2026-11-02T09:30:00+08:00"), content: SECOND.context },
        { time: Date.parse("2026-11-01T08:00:00+08:00"), content: FIRST.context },
      ],
    });
  });

  it("that repeats a track adds none, and the job changes nothing the second time", async () => {
    const { order, logisticsNo } = await buildShippedOrder();
    await push(pushBody(zt(logisticsNo), [FIRST]));
    await runJobs();
    await push(pushBody(zt(logisticsNo), [SECOND, FIRST]));
    await runJobs();
    const parcel = (await ParcelModel.findById(order.parcelId!).lean())!;
    expect(parcel.tracks).to.have.length(2);
    const { _id: pushId } = (await ExpressPushModel.findOne({ body: new RegExp(logisticsNo) }).lean())!;
    await enqueue(applyPushJob, { pushId });
    await runJobs();
    await applyPush(pushId);
    expect(await ParcelModel.findById(order.parcelId!).lean()).to.deep.equal(parcel);
  });

  it("that tells of the sign-off keeps it, and ends the polling; a later push does not undo it", async () => {
    const { order, logisticsNo } = await buildShippedOrder();
    const signed = { context: "已签收", time: "2026-11-03 10:00:00" };
    await push(pushBody(zt(logisticsNo), [signed, FIRST], { status: "shutdown", state: "3", ischeck: "1" }));
    await runJobs();
    await push(pushBody(zt(logisticsNo), [SECOND]));
    await runJobs();
    const parcel = (await ParcelModel.findById(order.parcelId!).lean())!;
    expect(parcel.signedAt).to.deep.equal(new Date("2026-11-03T10:00:00+08:00"));
    expect(parcel.nextPollAt).to.equal(null);
    expect(parcel.tracks).to.have.length(3);
  });

  it("that gives up has the parcel subscribed again", async () => {
    const { order, logisticsNo } = await buildShippedOrder();
    await push(pushBody(zt(logisticsNo), [], { status: "abort" }));
    await runJobs();
    expect((await ParcelModel.findById(order.parcelId!).lean())!.subscribedAt).to.equal(null);
  });

  it("changes nothing with a bad signature, without one, or with too large a body", async () => {
    const { order, logisticsNo } = await buildShippedOrder();
    const jobs = await OutboxModel.countDocuments({ job: "trade.applyPush" });
    const good = pushBody(zt(logisticsNo), [FIRST]);
    const bad = [
      pushBody(zt(logisticsNo), [FIRST], { salt: "another" }),
      good.replace("%E5", "%E6"),
      good.replace(/^sign=[^&]+/, "sign="),
      good.replace(/^sign=[^&]+&/, ""),
      "",
      "param=x",
      '{"param":"x"}',
    ];
    for (const body of bad) {
      const reply = await push(body);
      expect(reply.status, body.slice(0, 40)).to.equal(401);
      expect(JSON.parse(reply.text)).to.include({ result: false });
    }
    expect((await push(`sign=x&param=${"x".repeat(70_000)}`)).status).to.equal(413);
    expect(await OutboxModel.countDocuments({ job: "trade.applyPush" })).to.equal(jobs);
    expect((await ParcelModel.findById(order.parcelId!).lean())!.tracks).to.deep.equal([]);
  });

  it("of an unknown parcel, or that says nothing readable, is taken and leads to nothing", async () => {
    expect((await push(pushBody(zt("NOBODY1"), [FIRST]))).status).to.equal(200);
    await runJobs();
    expect(await ParcelModel.countDocuments({ logisticsNo: "NOBODY1" })).to.equal(0);
    const { order, logisticsNo } = await buildShippedOrder();
    await push(
      pushBody(zt(logisticsNo), [
        { context: "x", time: "soon" },
        { context: " ", time: FIRST.time },
      ]),
    );
    await runJobs();
    expect((await ParcelModel.findById(order.parcelId!).lean())!.tracks).to.deep.equal([]);
  });

  it("by another company's name finds the parcel by its number", async () => {
    const { order, logisticsNo } = await buildShippedOrder();
    await push(pushBody({ com: "yuantong", nu: logisticsNo }, [FIRST]));
    await runJobs();
    expect((await ParcelModel.findById(order.parcelId!).lean())!.tracks).to.have.length(1);
  });
});
