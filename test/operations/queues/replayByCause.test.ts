import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { continueReplay } from "#shared/domains/operations/deadLetters/index.js";
import { DeadLetterModel } from "#shared/kernel/queue/deadLetters.js";
import { causeOf } from "#shared/kernel/queue/letterCause.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { heldClock, seconds } from "#shared/kernel/time/clock.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { plainJob, runs } from "#test/support/testJobs.js";
import { buildLetters, causes, letters, ownWord } from "./causeLetters.js";

const REFUSED = causeOf({ job: plainJob.name, reason: "Refused: refused: always" });

describe("a replay of the letters of a cause", () => {
  let reader: BuiltOperator;
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    reader = await buildOperator(["infra:queue:read"]);
    operator = await buildOperator(["infra:queue:read", "infra:queue:operate"]);
  });
  beforeEach(async () => {
    heldClock.hold();
    await DeadLetterModel.deleteMany({ openCause: REFUSED });
  });
  afterEach(() => heldClock.release());

  async function built(count: number): Promise<{ cause: string; numbers: number[] }> {
    const reason = `${await ownWord()}: {number}`;
    const numbers = await buildLetters(count, reason);
    return { numbers, cause: causeOf({ job: plainJob.name, reason: reason.replace("{number}", "1") }) };
  }
  const replay = (body: object) => operator.client.post(letters("replay-all"), body);
  const status = async (id: number) => (await reader.client.get(letters(`replay-status?id=${id}`))).data;
  const ran = (numbers: number[]): number => numbers.filter((number) => runs.has(number)).length;

  it("keeps to its rate, and runs each letter once whatever runs twice", async () => {
    const { cause, numbers } = await built(12);
    const { data } = await replay({ cause, perMinute: 60 });
    expect(data).to.include({ replayed: 5, left: 7, running: true, perMinute: 60, end: null, diedAgain: 0 });
    expect(data).to.include({ operatorName: operator.operator.nickname });
    await runJobs();
    expect(ran(numbers), "the next batch is not due").to.equal(5);
    heldClock.advance(seconds(5));
    await Promise.all([continueReplay(data.id), continueReplay(data.id), runJobs()]);
    expect(ran(numbers)).to.equal(10);
    expect(await status(data.id)).to.include({ replayed: 10, left: 2, running: true });
    expect((await reader.client.get(causes(`get?id=${cause}`))).data.replay).to.include({ id: data.id, running: true });
    heldClock.advance(seconds(5));
    await runJobs();
    expect(numbers.map((number) => runs.get(number)?.length)).to.deep.equal(numbers.map(() => 1));
    expect(await status(data.id)).to.include({ replayed: 12, left: 0, running: false, end: "done" });
    const rows = await OperationLogModel.find({ action: "dead-letter.replay-all", bizId: String(data.id) }).lean();
    expect(rows.every(({ operatorId }) => operatorId === operator.operator._id)).to.equal(true);
  });

  it("goes on where it was when it begins late, without making up for a long time at once", async () => {
    const { cause, numbers } = await built(40);
    const { data } = await replay({ cause, perMinute: 60 });
    heldClock.advance(seconds(600));
    await continueReplay(data.id);
    // Ten seconds of its rate, and the batch that is due.
    expect((await status(data.id)).replayed).to.equal(5 + 15);
    await operator.client.post(letters("replay-stop"), { id: data.id });
    await runJobs();
    expect(ran(numbers)).to.equal(20);
  });

  it("stops while it runs, says by whom, and leaves the others open", async () => {
    const { cause, numbers } = await built(12);
    const { data } = await replay({ cause, perMinute: 60 });
    expect(await replay({ cause }), "a second one of the same cause").to.include({ code: 1001008020 });
    const stopped = await operator.client.post(letters("replay-stop"), { id: data.id });
    const end = { running: false, end: "stopped", replayed: 5, left: 7 };
    expect(stopped.data).to.include({ ...end, stopOperatorName: operator.operator.nickname });
    expect((await operator.client.post(letters("replay-stop"), { id: data.id })).data).to.include(end);
    heldClock.advance(seconds(60));
    await continueReplay(data.id);
    await runJobs();
    expect(ran(numbers)).to.equal(5);
    expect(await DeadLetterModel.countDocuments({ openCause: cause })).to.equal(7);
    expect(
      await OperationLogModel.countDocuments({ action: "dead-letter.replay-stop", bizId: String(data.id) }),
    ).to.equal(1);
    const again = (await replay({ cause })).data;
    expect(again).to.include({ replayed: 7, left: 0, end: "done" });
  });

  it("ends by itself once its first 20 jobs have all died again, and the next one is asked for twice", async () => {
    for (let at = 0; at < 45; at++)
      await enqueue(plainJob, { number: 7_000_000 + (await nextId("testNumbers")), fail: "refuse" });
    await runJobs();
    const open = 45;
    expect(await DeadLetterModel.countDocuments({ openCause: REFUSED })).to.equal(open);
    const { data } = await replay({ cause: REFUSED, perMinute: 240 });
    expect(data).to.include({ replayed: 20, left: open - 20, running: true });
    await runJobs();
    expect(await status(data.id)).to.include({ diedAgain: 20, running: true });
    heldClock.advance(seconds(5));
    await runJobs();
    const end = { replayed: 20, diedAgain: 20, left: open - 20, running: false, end: "diedAgain" };
    expect(await status(data.id)).to.include(end);
    expect(await DeadLetterModel.countDocuments({ openCause: REFUSED }), "each is open once").to.equal(open);
    expect(await replay({ cause: REFUSED, perMinute: 240 })).to.include({ code: 1013000000 });
    const meant = (await replay({ cause: REFUSED, perMinute: 1, confirm: true })).data;
    expect(meant).to.include({ replayed: 1, running: true });
    await operator.client.post(letters("replay-stop"), { id: meant.id });
  });

  it("one job that ran well keeps it going", async () => {
    await runJobs();
    await DeadLetterModel.deleteMany({ openCause: REFUSED });
    const reason = "Refused: refused: always";
    await buildLetters(1, reason);
    for (let at = 0; at < 24; at++)
      await buildLetters(1, reason, {
        payload: { number: 7_000_000 + (await nextId("testNumbers")), fail: "refuse" },
      });
    const { data } = await replay({ cause: REFUSED, perMinute: 240, confirm: true });
    await runJobs();
    heldClock.advance(seconds(5));
    await runJobs();
    expect(await status(data.id)).to.include({ replayed: 25, diedAgain: 24, left: 0, end: "done" });
  });

  it("is refused without the right, a known replay or a rate that is one", async () => {
    expect(await stranger.post(letters("replay-stop"))).to.include({ status: 401 });
    expect(await reader.client.post(letters("replay-stop"), { id: 1 })).to.include({ status: 403 });
    expect(await operator.client.post(letters("replay-stop"), { id: 999_999_999 })).to.include({ code: 1001008004 });
    for (const perMinute of [0, 6_001, 1.5, "many", -1])
      expect(await replay({ cause: "x", perMinute })).to.include({ status: 400 });
    for (const body of [{ perMinute: 60 }, { confirm: true }, { cause: { $gt: "" } }])
      expect(await replay(body)).to.include({ status: 400 });
  });
});
