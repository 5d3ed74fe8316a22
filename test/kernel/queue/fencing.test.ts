import { expect } from "chai";
import { useFakeTimers, type SinonFakeTimers } from "sinon";
import { seconds } from "#shared/kernel/time/clock.js";
import { LeaseModel } from "#shared/kernel/mongo/leases.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { underScheduleLease } from "#workers/runtime/scheduleLease.js";
import { startService } from "#test/support/service.js";

const NAME = "test.fenced";
/** Longer than a run may be sure of its lease without having renewed it. */
const STOOD_STILL_MS = seconds(28);

describe("a run of a schedule that stood still", () => {
  let time: SinonFakeTimers;
  const row = (one: string) => ({ _id: `${NAME}:${one}`, owner: "nobody", until: new Date() });
  const rows = async (): Promise<string[]> =>
    (await LeaseModel.find({ _id: /^test\.fenced:/ }).lean()).map(({ _id, owner }) => `${_id.slice(-1)} ${owner}`);
  before(() => startService());
  beforeEach(() => void (time = useFakeTimers({ now: 0, toFake: ["performance"] })));
  afterEach(async () => {
    time.restore();
    await LeaseModel.deleteMany({ _id: /^test\.fenced:/ });
  });

  const refused = async (run: () => Promise<unknown>): Promise<string> =>
    underScheduleLease(NAME, new AbortController(), run).then(
      () => "it was written",
      (error: Error) => error.name,
    );
  const a = row("a")._id;
  const writes: Record<string, () => Promise<unknown>> = {
    "a new row": () => LeaseModel.create(row("b")),
    "new rows": () => LeaseModel.insertMany([row("b")]),
    "a change": () => LeaseModel.updateOne({ _id: a }, { $set: { owner: "changed" } }),
    "a change of many": () => LeaseModel.updateMany({ _id: a }, { $set: { owner: "changed" } }),
    "a change that is read": () => LeaseModel.findOneAndUpdate({ _id: a }, { $set: { owner: "changed" } }),
    "an end": () => LeaseModel.deleteOne({ _id: a }),
    "the end of many": () => LeaseModel.deleteMany({ _id: a }),
    "a bulk": () => LeaseModel.bulkWrite([{ deleteOne: { filter: { _id: a } } }]),
  };
  for (const [what, write] of Object.entries(writes))
    it(`writes nothing any more: ${what}`, async () => {
      const error = await refused(async () => {
        await LeaseModel.create(row("a"));
        time.tick(STOOD_STILL_MS);
        await write();
      });
      expect([error, await rows()]).to.deep.equal(["LeaseLost", ["a nobody"]]);
    });

  it("commits nothing that it wrote before", async () => {
    const error = await refused(() =>
      inTransaction(async () => {
        await LeaseModel.create([row("a")]);
        time.tick(STOOD_STILL_MS);
      }),
    );
    expect([error, await rows()]).to.deep.equal(["LeaseLost", []]);
  });

  it("reads what it likes, and one that is sure of its lease writes", async () => {
    await underScheduleLease(NAME, new AbortController(), async () => {
      time.tick(STOOD_STILL_MS - seconds(2));
      await LeaseModel.create(row("a"));
      time.tick(seconds(5));
      expect(await rows()).to.deep.equal(["a nobody"]);
    });
  });
});
