import { expect } from "chai";
import sinon from "sinon";
import { checkInvariants } from "#scripts/check/invariants.js";
import { AuditChainModel } from "#shared/domains/audit/auditChain.model.js";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { recordOperation } from "#shared/domains/audit/index.js";
import { sealOperations, trimOperations } from "#shared/domains/audit/worker.js";
import { days, heldClock } from "#shared/kernel/time/clock.js";
import { startService } from "#test/support/service.js";

describe("the chain of audit rows", () => {
  before(startService);
  beforeEach(async () => {
    await OperationLogModel.deleteMany({});
    await AuditChainModel.deleteMany({});
  });
  afterEach(() => {
    sinon.restore();
    heldClock.release();
  });

  const write = async (count: number): Promise<void> => {
    for (let made = 0; made < count; made++)
      await recordOperation({ module: "chain", action: "test", bizId: made, before: { b: 1, a: [made] }, after: null });
  };
  const broken = async (now?: Date): Promise<string[]> => {
    const { violations } = await checkInvariants(now ? { now } : {});
    return violations.filter(({ invariant }) => invariant === "I6").map(({ about, what }) => `${about} ${what}`);
  };
  const sealed = () =>
    OperationLogModel.find({ seq: { $gt: 0 } })
      .sort({ seq: 1 })
      .lean();

  it("gives each row its number and a hash; sealed twice or by several at once, each has one place", async () => {
    await write(5);
    await Promise.all([sealOperations(), sealOperations(), sealOperations()]);
    await sealOperations();
    await write(2);
    await sealOperations();
    const rows = await sealed();
    expect(rows.map(({ seq }) => seq)).to.deep.equal([1, 2, 3, 4, 5, 6, 7]);
    expect(new Set(rows.map(({ hash }) => hash)).size).to.equal(7);
    expect(await OperationLogModel.countDocuments({ unsealed: true })).to.equal(0);
    expect(await broken()).to.deep.equal([]);
  });

  /** A process that dies when its seals are decided, and so many of them on their rows. */
  const dieAfter = async (onRows: number): Promise<void> => {
    const bulkWrite = OperationLogModel.bulkWrite.bind(OperationLogModel);
    sinon.stub(OperationLogModel, "bulkWrite").callsFake((async (updates: never[]) => {
      await bulkWrite(updates.slice(0, onRows), { timestamps: false });
      throw new Error("killed");
    }) as never);
    expect(await sealOperations().catch((error: Error) => error.message)).to.equal("killed");
    sinon.restore();
  };

  it("finishes at once what a process decided that died, at any row; the check takes it as sealed meanwhile", async () => {
    for (const onRows of [0, 1, 2, 3]) {
      await write(3);
      await dieAfter(onRows);
      expect(await broken(), `${onRows} on their rows`).to.deep.equal([]);
      await write(1);
      await Promise.all([sealOperations(), sealOperations()]);
      await sealOperations();
      expect(await broken(), `${onRows} on their rows, and then`).to.deep.equal([]);
    }
    expect((await sealed()).map(({ seq }) => seq)).to.deep.equal(Array.from({ length: 16 }, (_, index) => index + 1));
    expect(await OperationLogModel.countDocuments({ unsealed: true })).to.equal(0);
    expect(await AuditChainModel.findById("head").lean())
      .to.include({ seq: 16 })
      .and.not.to.have.property("pending");
  });

  it("gives a row one place when another seals between any two of its steps", async () => {
    const { findById, updateOne } = AuditChainModel;
    const anotherSeals = async (): Promise<void> => {
      sinon.restore();
      await sealOperations();
    };
    const aroundTheHead = (when: "before" | "after") => async (id: string) => {
      if (when === "before") await anotherSeals();
      const head = await findById.call(AuditChainModel, id).lean();
      if (when === "after") await anotherSeals();
      return head;
    };
    for (const when of ["before", "after"] as const) {
      await write(3);
      const read = aroundTheHead(when);
      sinon.stub(AuditChainModel, "findById").callsFake(((id: string) => ({ lean: () => read(id) })) as never);
      await sealOperations();
    }
    await write(3);
    sinon.stub(AuditChainModel, "updateOne").callsFake((async (...args: Parameters<typeof updateOne>) => {
      await anotherSeals();
      return updateOne.apply(AuditChainModel, args);
    }) as never);
    await sealOperations();
    expect((await sealed()).map(({ seq }) => seq)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await broken()).to.deep.equal([]);
  });

  it("names what is done to a row whose seal is decided", async () => {
    await write(3);
    await dieAfter(1);
    const [second, third] = await OperationLogModel.find({ unsealed: true }).sort({ _id: 1 }).lean();
    await OperationLogModel.collection.updateOne({ _id: second!._id as never }, { $set: { bizId: "other" } });
    const edited = [`audit row ${second!._id} was changed after it was sealed as number 2`];
    expect(await broken()).to.deep.equal(edited);
    await sealOperations();
    expect(await broken()).to.deep.equal(edited);
    await write(2);
    await dieAfter(0);
    await OperationLogModel.deleteMany({ _id: { $gt: third!._id } });
    expect(await broken()).to.deep.equal([...edited, "audit rows 4 to 5 of the chain are missing at its end"]);
  });

  it("names a row that was edited, in each of its fields, and only that one", async () => {
    await write(4);
    await sealOperations();
    const [, second] = await sealed();
    const changes = {
      bizId: "other",
      action: "other",
      module: "other",
      operatorId: 7,
      memberId: 7,
      before: { b: 1, a: [2] },
      after: { a: 1 },
      ip: "203.0.113.1",
      userAgent: "other",
      requestId: "other",
      createdAt: new Date(0),
    };
    for (const [field, value] of Object.entries(changes)) {
      await OperationLogModel.collection.updateOne({ _id: second!._id as never }, { $set: { [field]: value } });
      expect(await broken(), field).to.deep.equal([
        `audit row ${second!._id} was changed after it was sealed as number 2`,
      ]);
      const was = second![field as keyof typeof second];
      await OperationLogModel.collection.updateOne({ _id: second!._id as never }, { $set: { [field]: was } });
    }
    expect(await broken()).to.deep.equal([]);
  });

  it("names rows that were removed: in the middle, at the beginning, at the end", async () => {
    await write(6);
    await sealOperations();
    const rows = await sealed();
    const without = async (...seqs: number[]): Promise<string[]> => {
      const gone = rows.filter(({ seq }) => seqs.includes(seq!));
      await OperationLogModel.deleteMany({ _id: { $in: gone.map(({ _id }) => _id) } });
      const told = await broken();
      await OperationLogModel.collection.insertMany(gone as never);
      return told;
    };
    expect(await without(3, 4)).to.deep.equal(["audit rows 3 to 4 of the chain are missing"]);
    expect(await without(1)).to.deep.equal(["audit rows 1 to 1 of the chain are missing"]);
    expect(await without(5, 6)).to.deep.equal(["audit rows 5 to 6 of the chain are missing at its end"]);
    expect(await broken()).to.deep.equal([]);
  });

  it("names a row that waits for its seal for more than a minute", async () => {
    await write(1);
    expect(await broken()).to.deep.equal([]);
    const told = await broken(new Date(Date.now() + 61_000));
    expect(told).to.have.length(1);
    expect(told[0]).to.match(/^audit row \d+ waits for its seal since /);
  });

  it("loses rows older than 180 days at its old end and holds on; unsealed ones stay", async () => {
    heldClock.hold();
    await write(3);
    await sealOperations();
    heldClock.advance(days(90));
    await write(2);
    await sealOperations();
    heldClock.advance(days(91));
    await write(1);
    await trimOperations();
    await trimOperations();
    expect((await sealed()).map(({ seq }) => seq)).to.deep.equal([4, 5]);
    expect(await AuditChainModel.findById("anchor").lean()).to.include({ seq: 3 });
    await sealOperations();
    expect((await sealed()).map(({ seq }) => seq)).to.deep.equal([4, 5, 6]);
    expect(await broken()).to.deep.equal([]);
  });
});
