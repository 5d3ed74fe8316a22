import { expect } from "chai";
import { useFakeTimers, type SinonFakeTimers } from "sinon";
import { seconds } from "#shared/kernel/time/clock.js";
import { LeaseModel, takeFencedLease } from "#shared/kernel/mongo/leases.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { underScheduleLease } from "#workers/runtime/scheduleLease.js";
import { startService } from "#test/support/service.js";

const NAME = "test.fenced";
const LEASE = `schedule:${NAME}`;
/** Longer than a run may be sure of its lease without having renewed it. */
const STOOD_STILL_MS = seconds(28);

describe("a run of a schedule that stood still", () => {
  let time: SinonFakeTimers;
  const row = (one: string) => ({ _id: `${NAME}:${one}`, owner: "nobody", until: new Date() });
  const rows = async (): Promise<string[]> =>
    (
      await LeaseModel.find({ _id: /^test\.fenced:/ })
        .sort({ _id: 1 })
        .lean()
    ).map(({ _id, owner }) => `${_id.slice(-1)} ${owner}`);
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

  /** As a process does whose clock, or the store's, says that the 30 s are over. */
  const lostToAnother = async (): Promise<void> => {
    await LeaseModel.updateOne({ _id: LEASE }, { $set: { until: new Date(0) } });
    expect(await takeFencedLease(LEASE, seconds(30))).to.have.property("name", LEASE);
  };

  it("commits nothing once another has the lease, though by its own clock it is sure of it", async () => {
    const error = await refused(async () => {
      await lostToAnother();
      await inTransaction(() => LeaseModel.create([row("a")]));
    });
    expect([error, await rows()]).to.deep.equal(["LeaseLost", []]);
    await LeaseModel.deleteOne({ _id: LEASE });
  });

  it("leaves the lease to the other when it ends", async () => {
    await underScheduleLease(NAME, new AbortController(), lostToAnother);
    expect(await takeFencedLease(LEASE, seconds(30))).to.equal(undefined);
    await LeaseModel.deleteOne({ _id: LEASE });
  });

  it("has a higher number than all before it", async () => {
    const number = async (): Promise<number> => (await LeaseModel.findById(LEASE).lean())?.number ?? 0;
    const numbers: number[] = [];
    for (let run = 0; run < 3; run++)
      await underScheduleLease(NAME, new AbortController(), async () => void numbers.push(await number()));
    expect(numbers).to.deep.equal([1, 2, 3].map((step) => numbers[0]! - 1 + step));
  });

  it("commits transactions side by side", async () => {
    await underScheduleLease(NAME, new AbortController(), async () => {
      await Promise.all(["a", "b", "c", "d"].map((one) => inTransaction(() => LeaseModel.create([row(one)]))));
    });
    expect(await rows()).to.deep.equal(["a", "b", "c", "d"].map((one) => `${one} nobody`));
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
