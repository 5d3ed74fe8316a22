import { expect } from "chai";
import mongoose from "mongoose";
import { causesOfLetters } from "#scripts/migrate/steps/0018-causesOfLetters.js";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { DeadLetterModel } from "#shared/kernel/queue/deadLetters.js";
import { causeOf } from "#shared/kernel/queue/letterCause.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { orderJob, plainJob, runs } from "#test/support/testJobs.js";
import { buildLetters, causes, letters, ownWord } from "./causeLetters.js";

describe("causes of dead letters", () => {
  let reader: BuiltOperator;
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    reader = await buildOperator(["infra:queue:read"]);
    operator = await buildOperator(["infra:queue:read", "infra:queue:operate"]);
  });

  /** The causes of a word, once as many as expected are listed: the list is some seconds old. */
  async function listed(word: string, count: number): Promise<any[]> {
    let found: any[] = [];
    await eventually(`${count} causes of ${word}`, async () => {
      const { data } = await reader.client.get(causes("page?pageSize=100"));
      found = data.list.filter(({ text }: { text: string }) => text.includes(word));
      return found.length === count;
    });
    return found;
  }
  const idOf = (job: string, reason: string): string => causeOf({ job, reason });

  it("are the same for messages that differ in numbers, ids, ports and quoted values", async () => {
    const word = await ownWord();
    const same = [
      `${word}: order 17 of "Mei" at pay.example:8443 can't be read, see 3f2504e0-4f89-11d3-9a0c-0305e82c3301`,
      `${word}: order 1,204 of "Li Wei" at pay.example:443 can't be read, see a1b2c3d4e5f6`,
      `${word}: order o-99-2 of "" at pay.example can't be read, see 2026-11-28T08:00:00.123Z`,
    ];
    for (const reason of same) await buildLetters(1, reason);
    await buildLetters(1, `${word}: order 17 of "Mei" at other.example:8443 can't be read, see 18`);
    const [most, other] = await listed(word, 2);
    expect(most).to.include({
      id: idOf(plainJob.name, same[0]!),
      open: 3,
      text: `${word}: order # of … at pay.example can't be read, see #`,
    });
    expect(other).to.include({ open: 1 });
  });

  it("keep the status of HTTP, which says what went wrong", async () => {
    const word = await ownWord();
    await buildLetters(2, `${word}: HTTP 503 from pay.example for {number}`);
    await buildLetters(1, `${word}: HTTP 404 from pay.example for {number}`);
    expect((await listed(word, 2)).map(({ text }) => text)).to.deep.equal([
      `${word}: HTTP 503 from pay.example for #`,
      `${word}: HTTP 404 from pay.example for #`,
    ]);
  });

  it("tell how many are open, the first and the latest, their queue, their kind of job and the payload's versions", async () => {
    const word = await ownWord();
    await buildLetters(2, `${word}: {number}`);
    await buildLetters(1, `${word}: {number}`, { v: 2 });
    await buildLetters(1, `${word}: {number}`, { job: orderJob.name, queue: "trade" });
    const [plain, order] = await listed(word, 2);
    const rows = await DeadLetterModel.find({ cause: plain.id }).sort({ _id: 1 }).lean();
    expect(plain).to.deep.include({
      open: 3,
      job: plainJob.name,
      queues: ["maintenance"],
      versions: [1, 2],
      firstId: rows[0]!._id,
      latestId: rows[2]!._id,
      firstTime: rows[0]!.createdAt.getTime(),
      latestTime: rows[2]!.createdAt.getTime(),
    });
    expect(order).to.deep.include({ open: 1, job: orderJob.name, queues: ["trade"] });
    const trade = (await reader.client.get(causes(`page?queue=trade&job=${orderJob.name}&pageSize=100`))).data.list;
    expect(trade.map(({ id }: { id: string }) => id)).to.include(order.id);
    expect(trade.every(({ job }: { job: string }) => job === orderJob.name)).to.equal(true);
    const found = await reader.client.get(letters(`page?cause=${plain.id}&status=0`));
    expect(found.data.total).to.equal(3);
  });

  it("one whose letters are replayed or discarded is not listed any more, and found all the same", async () => {
    const word = await ownWord();
    const numbers = await buildLetters(3, `${word}: {number}`);
    const [{ id }] = await listed(word, 1);
    const ids = (await DeadLetterModel.find({ cause: id }).sort({ _id: 1 }).lean()).map(({ _id }) => _id);
    await operator.client.post(letters("replay"), { id: ids[0] });
    expect((await reader.client.get(causes(`get?id=${id}`))).data).to.include({ open: 2 });
    await operator.client.post(letters("discard"), { id: ids[1], reason: "not needed" });
    const rest = await operator.client.post(letters("discard-all"), { cause: id, discardReason: "the rest" });
    expect(rest.data).to.deep.equal({ found: 1, discarded: 1, left: 0 });
    expect(await listed(word, 0)).to.deep.equal([]);
    expect((await reader.client.get(causes(`get?id=${id}`))).data).to.include({ open: 0, text: `${word}: #` });
    expect((await reader.client.get(letters(`page?cause=${id}`))).data.total).to.equal(3);
    await runJobs();
    expect(numbers.map((number) => runs.get(number)?.length)).to.deep.equal([1, undefined, undefined]);
  });

  it("what is noted is kept for the next time, with a version and in the audit", async () => {
    const word = await ownWord();
    await buildLetters(1, `${word}: {number}`);
    const [{ id }] = await listed(word, 1);
    const { version } = (await operator.client.get(causes(`get?id=${id}`))).data;
    const body = { id, note: "The merchant moved.\nAsk for the new address.", runbook: "https://wiki.example/moved" };
    expect(await operator.client.put(causes("update"), { ...body, version })).to.include({ code: 0, data: true });
    expect(await operator.client.put(causes("update"), { ...body, note: "Older", version })).to.include({
      code: 1001009005,
    });
    await operator.client.post(letters("discard-all"), { cause: id, discardReason: "over" });
    await DeadLetterModel.deleteMany({ cause: id });
    const noted = { note: body.note, runbook: body.runbook, noteOperatorName: operator.operator.nickname };
    expect((await reader.client.get(causes(`get?id=${id}`))).data, "without any letter").to.include(noted);
    await buildLetters(1, `${word}: {number}`);
    expect((await listed(word, 1))[0]).to.include({ ...noted, open: 1 });
    const [row] = await OperationLogModel.find({ action: "dead-letter-cause.update", bizId: id }).lean();
    expect(row?.before).to.deep.equal({ note: "", runbook: "" });
  });

  it("are for who may see queues, noted by who may act on them, and 404 or 400 otherwise", async () => {
    for (const path of ["page", "get?id=x"]) expect(await stranger.get(causes(path))).to.include({ status: 401 });
    const other = await buildOperator(["trade:order:query"]);
    for (const path of ["page", "get?id=x"]) expect(await other.client.get(causes(path))).to.include({ status: 403 });
    expect(await reader.client.put(causes("update"), { id: "x" })).to.include({ status: 403 });
    expect(await reader.client.get(letters("export"))).to.include({ status: 403 });
    expect(await reader.client.get(causes("get?id=nothing"))).to.include({ code: 1001008021 });
    expect(await operator.client.put(causes("update"), { id: "nothing", note: "x" })).to.include({ code: 1001008021 });
    for (const bad of [{}, { id: "" }, { id: { $gt: "" } }, { id: "x", note: "x".repeat(2_001) }])
      expect(await operator.client.put(causes("update"), bad)).to.include({ status: 400 });
  });

  it("their letters are a CSV file, safe to open in a spreadsheet", async () => {
    const word = await ownWord();
    const reason = `=HYPERLINK(${word})`;
    const numbers = await buildLetters(2, reason);
    const id = idOf(plainJob.name, reason);
    const exporter = await buildOperator(["infra:dead-letter:export"]);
    const file = await exporter.client.get(letters(`export?cause=${id}`));
    expect(file.headers.get("content-type")).to.equal("text/csv; charset=utf-8");
    const lines = file.text.trim().split("\r\n");
    expect(lines).to.have.lengthOf(3);
    expect(file.text).to.include(`'${reason}`).and.not.include(`,${reason}`);
    for (const number of numbers) expect(file.text).to.include(`""number"":${number}`);
    expect(await OperationLogModel.countDocuments({ action: "dead-letter.export", "after.rows": 2 })).to.equal(1);
  });

  it("letters from before are given theirs by the migration, in batches and once more without harm", async () => {
    const word = await ownWord();
    await buildLetters(3, `${word}: {number}`);
    const id = idOf(plainJob.name, `${word}: 1`);
    const [one] = await DeadLetterModel.find({ cause: id }).lean();
    await operator.client.post(letters("discard"), { id: one!._id, reason: "closed before" });
    const rows = mongoose.connection.collection<{ cause?: string; openCause?: string }>("deadLetters");
    await rows.updateMany({ cause: id }, { $unset: { cause: 1, openCause: 1 } });
    await causesOfLetters.up!();
    await causesOfLetters.up!();
    expect(await rows.countDocuments({ cause: id })).to.equal(3);
    expect(await rows.countDocuments({ openCause: id })).to.equal(2);
    expect((await listed(word, 1))[0]).to.include({ id, open: 2 });
  });
});
