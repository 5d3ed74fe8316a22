import type { ServerResponse } from "node:http";
import { expect } from "chai";
import { deliverNotify } from "#shared/domains/pay/worker.js";
import { deliverNotifyJob } from "#shared/domains/pay/pay.jobs.js";
import { ensurePayApps } from "#shared/domains/pay/channel/ensurePayApps.js";
import { hostOf, takeSlot } from "#shared/kernel/webhooks/notifyHost.js";
import { NotifyTaskModel } from "#shared/domains/pay/notify/notifyTask.model.js";
import { NotifyHostModel } from "#shared/kernel/webhooks/delivery.model.js";
import { clock, heldClock, minutes, seconds } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { eventually } from "#test/support/eventually.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { buildTask, closeReceivers, forgetReceivers, hostRow, receiver, taskOf, triesOf } from "./receivers.js";

describe("the hosts of receivers", () => {
  before(async () => {
    await startService();
    await ensurePayApps();
  });
  afterEach(forgetReceivers);
  after(closeReceivers);

  it("get at most four at once, the rest in line, and each once", async function () {
    let [now, most] = [0, 0];
    const merchant = await receiver((response) => {
      most = Math.max(most, ++now);
      setTimeout(() => {
        now--;
        response.writeHead(200).end();
      }, 600);
    });
    const ids: number[] = [];
    for (let made = 0; made < 12; made++) ids.push(await buildTask(merchant.url));
    for (const notifyId of ids) await enqueue(deliverNotifyJob, { notifyId, tryNumber: 1 });
    while ((await NotifyTaskModel.countDocuments({ _id: { $in: ids }, status: 0 })) > 0) {
      await runJobs();
      // Not while one is answered: a try that the clock says has taken 30 s is taken for lost.
      await eventually("nobody is being told", async () => now === 0);
      heldClock.advance(seconds(1));
    }
    expect(most).to.equal(4);
    const told = merchant.hits.map(({ headers }) => headers["webhook-id"]);
    expect(told.sort()).to.deep.equal(ids.map((id) => `msg_${id}`).sort());
    for (const id of ids) expect(await triesOf(id)).to.have.length(1);
  });

  it("that fail together pause their host for 60 s, not longer; then one try at a time, and a success opens it", async () => {
    heldClock.hold();
    let status = 500;
    let together = 4;
    const unanswered: ServerResponse[] = [];
    // The fifth failure pauses the host: none of four is answered before all four have come.
    const merchant = await receiver((response) => {
      if (unanswered.push(response) < together) return;
      for (const one of unanswered.splice(0)) one.writeHead(status).end();
    });
    const ids: number[] = [];
    for (let made = 0; made < 11; made++) ids.push(await buildTask(merchant.url));
    const pauseSeconds = async (): Promise<number> =>
      ((await hostRow(merchant.url))!.pausedUntil!.getTime() - clock.ms()) / 1_000;
    await Promise.all(ids.slice(0, 4).map((id) => deliverNotify(id, 1)));
    await Promise.all(ids.slice(4, 8).map((id) => deliverNotify(id, 1)));
    expect(merchant.hits).to.have.length(8);
    expect(await pauseSeconds()).to.equal(60);
    together = 1;
    await deliverNotify(ids[8]!, 1);
    expect(merchant.hits, "paused").to.have.length(8);
    expect(await taskOf(ids[8]!)).to.include({ status: 0, tries: 0 });
    heldClock.advance(seconds(60));
    await Promise.all(ids.slice(8).map((id) => deliverNotify(id, 1)));
    expect(merchant.hits, "one to see whether it works again").to.have.length(9);
    expect(await pauseSeconds()).to.equal(120);
    heldClock.advance(seconds(120));
    status = 200;
    const left = (await NotifyTaskModel.find({ _id: { $in: ids.slice(8) }, tries: 0 }).lean()).map(({ _id }) => _id);
    await deliverNotify(left[0]!, 1);
    expect(await hostRow(merchant.url)).to.include({ failures: 0, pausedUntil: null });
    // A success calls who waits before the host.
    await runJobs();
    expect(await taskOf(left[1]!)).to.include({ status: 10, tries: 1 });
    expect(await triesOf(left[1]!)).to.have.length(1);
  });

  it("that are in trouble delay nobody else", async function () {
    const slow = await Promise.all(Array.from({ length: 6 }, () => receiver(() => undefined)));
    const good = await receiver((response) => response.writeHead(200).end());
    const stuck: number[] = [];
    for (const { url } of slow) for (let made = 0; made < 4; made++) stuck.push(await buildTask(url));
    for (const notifyId of stuck) await enqueue(deliverNotifyJob, { notifyId, tryNumber: 1 });
    await eventually("all of them wait", async () => slow.every(({ open }) => open.size === 4), 9);
    const startedAt = Date.now();
    const id = await buildTask(good.url);
    await enqueue(deliverNotifyJob, { notifyId: id, tryNumber: 1 });
    await eventually("told", async () => (await taskOf(id)).status === 10, 5);
    expect(
      slow.every(({ open }) => open.size === 4),
      `after ${Date.now() - startedAt} ms`,
    ).to.equal(true);
    for (const { open } of slow) for (const socket of open) socket.destroy();
    await runJobs();
  });

  it("that are slow see each of a long line a few times, and all their places are taken", async function () {
    heldClock.hold();
    let [now, most] = [0, 0];
    const merchant = await receiver((response) => {
      most = Math.max(most, ++now);
      setTimeout(() => (now--, response.writeHead(200).end()), 800);
    });
    const ids = await Promise.all(Array.from({ length: 24 }, () => buildTask(merchant.url)));
    // It was paused, and one is to see whether it works again: that one's success calls three more.
    await NotifyHostModel.create([
      { _id: hostOf(merchant.url), failures: 5, pausedUntil: clock.now(), slots: [], lastTryMs: 9_000 },
    ]);
    for (const notifyId of ids) await enqueue(deliverNotifyJob, { notifyId, tryNumber: 1 });
    await eventually("all but one stand in line", async () => {
      const inLine = await NotifyTaskModel.countDocuments({ _id: { $in: ids }, inLineSince: { $ne: null } });
      return inLine + merchant.hits.length >= ids.length;
    });
    await eventually("all are told, by calls alone", async () => merchant.hits.length === ids.length, 20);
    await runJobs();
    expect(most).to.equal(4);
    const rows = await OutboxModel.find({ job: deliverNotifyJob.name, "payload.notifyId": { $in: ids } }).lean();
    const looks = rows.reduce((sum, { run }) => sum + run, 0);
    // A run moves its row to the next: that of its first look, of its place in line, and of its call.
    expect(looks).to.be.at.most(3 * ids.length + 8);
    const host = (await hostRow(merchant.url))!;
    expect(host.lastTryMs).to.be.within(700, 5_000);
  });

  it("before which many wait are asked the rarer the more there are", async () => {
    heldClock.hold();
    const url = "http://127.0.0.1:9/";
    const host = hostOf(url);
    await NotifyHostModel.create([{ _id: host, failures: 5, pausedUntil: clock.after(minutes(1)), slots: [] }]);
    const [first, ...rest] = await Promise.all(Array.from({ length: 300 }, () => buildTask(url)));
    await deliverNotify(first!, 1);
    expect(rest).to.have.length(299);
    const waits = await Promise.all(Array.from({ length: 20 }, () => takeSlot(host)));
    const seen = waits.map((one) => ("waitMs" in one ? one.waitMs : 0) / 1_000);
    expect(Math.min(...seen)).to.be.at.least(60);
    expect(Math.max(...seen)).to.be.within(70, 92);
    // The slower it is, the rarer: a fourth of 300 tries of 3 s, and no longer than five minutes.
    await NotifyHostModel.updateOne({ _id: host }, { $set: { lastTryMs: 3_000 } });
    const slower = await Promise.all(Array.from({ length: 20 }, () => takeSlot(host)));
    const mean = slower.reduce((sum, one) => sum + ("waitMs" in one ? one.waitMs : 0) / 20_000, 0);
    expect(mean).to.be.within(100, 260);
  });
});
