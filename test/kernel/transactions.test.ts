import { expect } from "chai";
import mongoose from "mongoose";
import { asAppError } from "#api/http/errors.js";
import {
  afterCommit,
  defineModel,
  holdingRow,
  inTransaction,
  isMongoAway,
  outsideTransaction,
} from "#shared/kernel/mongo/mongo.js";
import { nextId, nextIds, serialNumber } from "#shared/kernel/mongo/ids.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { makeWay } from "#test/faults/way.js";
import { startService } from "#test/support/service.js";

interface Purse {
  _id: number;
  fen: number;
}
const PurseModel = defineModel<Purse>("testPurses", { fen: Number });
const fenOf = async (_id: number): Promise<number | undefined> => (await PurseModel.findById(_id).lean())?.fen;

describe("transactions", () => {
  let id: number;
  before(startService);
  beforeEach(async () => {
    id = await nextId("testPurses");
    await PurseModel.create([{ _id: id, fen: 0 }]);
  });

  afterEach(() => heldClock.release());

  it("carry their session to every write without being told", async () => {
    const aborted = inTransaction(async () => {
      await PurseModel.updateOne({ _id: id }, { $inc: { fen: 5 } });
      expect(await fenOf(id)).to.equal(5);
      throw new Error("no");
    });
    await aborted.catch(() => undefined);
    expect(await fenOf(id)).to.equal(0);
  });

  it("a server that steps down, or has no primary, is away for now; one that refuses a write is not", () => {
    const { MongoServerError } = mongoose.mongo;
    const said = (code: number, errorLabels: string[] = []) =>
      new MongoServerError({ message: "no", code, errorLabels });
    for (const code of [10_107, 189, 11_600, 11_601, 91]) expect(isMongoAway(said(code)), String(code)).to.equal(true);
    expect(isMongoAway(said(112, ["RetryableWriteError"]))).to.equal(true);
    const noPlace = new mongoose.mongo.MongoError("no place");
    Object.defineProperty(noPlace, "name", { value: "MongoWaitQueueTimeoutError" });
    expect(isMongoAway(noPlace)).to.equal(true);
    for (const code of [11_000, 121, 2]) expect(isMongoAway(said(code)), String(code)).to.equal(false);
    expect(asAppError(said(10_107))).to.include({ name: "StillWorking" });
    // Nor is a storage that hangs a surprise.
    const late = Object.assign(new Error("no answer"), { name: "TimeoutError" });
    expect(asAppError(late)).to.include({ name: "StillWorking" });
    expect(asAppError(new Error("a fault of ours"))).not.to.include({ name: "StillWorking" });
  });

  it("no server for a bulk write is away as well, which the driver tells as the answer of one", async () => {
    const { hostname: host, port } = new URL(config.MONGODB_URI);
    const way = await makeWay({ host, port: Number(port) });
    await way.open();
    const client = new mongoose.mongo.MongoClient(`mongodb://127.0.0.1:${way.port}/?directConnection=true`, {
      serverSelectionTimeoutMS: 500,
    });
    const rows = client.db("testNone").collection("rows");
    await rows.findOne();
    await way.close();
    const fault: unknown = await rows.bulkWrite([{ insertOne: { document: {} } }]).catch((error: unknown) => error);
    await client.close();
    expect(fault).to.be.instanceOf(mongoose.mongo.MongoBulkWriteError);
    expect(asAppError(fault)).to.include({ name: "StillWorking" });
  });

  it("a row that one holds is not changed by another meanwhile, though it was held in the same millisecond before", async () => {
    heldClock.hold();
    const hold = () => PurseModel.updateOne({ _id: id }, { ...holdingRow, $set: { fen: 0 } });
    await hold();
    const changes: Promise<unknown>[] = [];
    const tries: string[] = [];
    await inTransaction(async () => {
      await hold();
      await new Promise<void>((firstTry) => {
        const change = async () => {
          const write = PurseModel.updateOne({ _id: id }, { $set: { fen: 1 } }).exec();
          tries.push(
            await write.then(
              () => "written",
              () => "refused",
            ),
          );
          firstTry();
          return write;
        };
        changes.push(outsideTransaction(() => inTransaction(change)));
      });
    });
    await Promise.all(changes);
    expect([tries[0], tries.at(-1)]).to.deep.equal(["refused", "written"]);
    expect(await fenOf(id)).to.equal(1);
  });

  it("one that the store ended beside a running bulk write of it runs again", async () => {
    // As the embedded store says it, and the driver wraps it.
    const { MongoBulkWriteError, MongoServerError } = mongoose.mongo;
    const ended = new MongoServerError({ message: 'Internal("transaction already closed")', code: 1 });
    const nothing = { insertedIds: {}, getWriteConcernError: () => undefined };
    let runs = 0;
    await inTransaction(async () => {
      await PurseModel.updateOne({ _id: id }, { $inc: { fen: 1 } });
      if (runs++ === 0) throw new MongoBulkWriteError(ended, nothing as never);
    });
    expect([runs, await fenOf(id)]).to.deep.equal([2, 1]);
    expect(asAppError(ended)).to.include({ name: "StillWorking" });
  });

  it("an inner one joins the outer", async () => {
    const aborted = inTransaction(async () => {
      await inTransaction(() => PurseModel.updateOne({ _id: id }, { $inc: { fen: 7 } }));
      throw new Error("outer fails");
    });
    await aborted.catch(() => undefined);
    expect(await fenOf(id)).to.equal(0);
  });

  it("what is written outside stays when they abort", async () => {
    const other = await nextId("testPurses");
    const aborted = inTransaction(async () => {
      await outsideTransaction(async () => PurseModel.create([{ _id: other, fen: 1 }]));
      throw new Error("no");
    });
    await aborted.catch(() => undefined);
    expect(await fenOf(other)).to.equal(1);
  });

  it("forty at once on one document all count", async () => {
    await Promise.all(
      Array.from({ length: 40 }, () => inTransaction(() => PurseModel.updateOne({ _id: id }, { $inc: { fen: 1 } }))),
    );
    expect(await fenOf(id)).to.equal(40);
  });

  it("hooks run once after the commit, and never after an abort", async () => {
    let told = 0;
    await inTransaction(async () => {
      afterCommit(() => told++);
      expect(told).to.equal(0);
    });
    await inTransaction(async () => {
      afterCommit(() => told++);
      throw new Error("no");
    }).catch(() => undefined);
    expect(told).to.equal(1);
  });
});

describe("ids", () => {
  before(startService);
  it("are different, however many ask at once", async () => {
    const ids = (await Promise.all(Array.from({ length: 30 }, () => nextIds("testIds", 7)))).flat();
    expect(new Set(ids).size).to.equal(210);
  });
  it("a serial number is the prefix, the moment in Shanghai and the id's last six digits", () => {
    expect(serialNumber("o", 1_234_567)).to.match(/^o20\d{15}234567$/);
  });
});
