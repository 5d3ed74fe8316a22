import { expect } from "chai";
import fc from "fast-check";
import mongoose from "mongoose";
import { countShopDay } from "#shared/domains/salesReports/countShopDay.js";
import { MemberDayModel } from "#shared/domains/salesReports/memberDay.model.js";
import { TradeDayModel } from "#shared/domains/salesReports/tradeDay.model.js";
import { SETTLING_MS } from "#shared/domains/salesReports/windows.js";
import { countShopDays, countTradeDays } from "#shared/domains/salesReports/worker.js";
import { heldClock, minutes, seconds } from "#shared/kernel/time/clock.js";
import { questionsDuring } from "#test/kernel/storeQuestions.js";
import { startService } from "#test/support/service.js";
import {
  COUNTED_AFTER_MS,
  events,
  expectWhole,
  goTo,
  kinds,
  numbersOf,
  oneOfEach,
  removeEvents,
  tick,
  told,
} from "./support.js";

/** The shop's rows of orders that the store returns while `run` goes on, by their collection. */
async function rowsReturned(run: () => Promise<unknown>): Promise<Record<string, number>> {
  const client = mongoose.connection.getClient();
  const of = new Map<number, string>();
  const rows: Record<string, number> = {};
  const begun = ({ requestId, commandName, command }: mongoose.mongo.CommandStartedEvent): void => {
    const { [commandName]: collection, collection: ofMore } = command as Record<string, unknown>;
    of.set(requestId, String(commandName === "getMore" ? ofMore : collection));
  };
  const ended = ({ requestId, reply }: mongoose.mongo.CommandSucceededEvent): void => {
    const { cursor } = reply as { cursor?: { firstBatch?: unknown[]; nextBatch?: unknown[] } };
    const collection = of.get(requestId) ?? "";
    rows[collection] = (rows[collection] ?? 0) + (cursor?.firstBatch ?? cursor?.nextBatch ?? []).length;
  };
  client.on("commandStarted", begun);
  client.on("commandSucceeded", ended);
  try {
    await run();
  } finally {
    client.off("commandStarted", begun);
    client.off("commandSucceeded", ended);
  }
  return rows;
}

describe("the numbers of today, event by event", function () {
  before(() => startService());
  afterEach(() => heldClock.release());
  after(removeEvents);

  it("are those of the whole day, whatever happens between two counts", async () => {
    let run = 0;
    const step = fc.record({
      afterMs: fc.integer({ min: 0, max: minutes(40) }),
      kind: fc.constantFrom(...kinds, "tick" as const, "tick" as const, "tick" as const),
      spuId: fc.integer({ min: 1, max: 3 }),
      memberId: fc.integer({ min: 1, max: 3 }),
      fen: fc.integer({ min: 1, max: 9_999 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 18 }), async (steps) => {
        const day = goTo(1_200 + run++, 8);
        await tick();
        for (const { afterMs, kind, ...about } of steps) {
          heldClock.advance(afterMs);
          if (kind === "tick") await tick();
          else await events[kind](about);
        }
        heldClock.advance(COUNTED_AFTER_MS);
        await tick();
        const placed = steps.filter(({ kind }) => kind === "placed").length;
        expect((await TradeDayModel.findById(day).lean())?.orderCreateCount).to.equal(placed);
        await expectWhole(day);
      }),
      { numRuns: 5 },
    );
  });

  it("have an event two minutes after it happened, not sooner and not twice", async () => {
    const day = goTo(1_300);
    const placed = async (): Promise<number> => {
      await tick();
      return (await TradeDayModel.findById(day).lean())!.orderCreateCount;
    };
    expect(await placed()).to.equal(0);
    await events.placed(told(1));
    heldClock.advance(SETTLING_MS - seconds(5));
    expect(await placed()).to.equal(0);
    heldClock.advance(seconds(10));
    expect(await placed()).to.equal(1);
    heldClock.advance(1);
    expect(await placed()).to.equal(1);
    expect(await placed()).to.equal(1);
    await expectWhole(day);
  });

  it("read what is new, whatever happened before on that day", async () => {
    const day = goTo(1_370);
    for (let spuId = 0; spuId < 20; spuId++) await oneOfEach(spuId);
    heldClock.advance(minutes(10));
    await tick();
    await oneOfEach(3);
    heldClock.advance(minutes(5));
    const until = async (): Promise<Date> => (await TradeDayModel.findById(day).lean())!.countedUntil!;
    const from = await until();
    const asked = await questionsDuring("tradeOrders", countTradeDays);
    const to = await until();
    expect(to.getTime() - from.getTime()).to.be.closeTo(minutes(5), seconds(5));
    expect(asked).to.have.length(2);
    for (const { filter } of asked)
      expect(Object.values(filter)).to.deep.equal([{ $gt: from, $lt: new Date(to.getTime() + 1) }]);
    const rows = await rowsReturned(countShopDays);
    // One was placed and one paid; the one that was paid now was placed the day before.
    expect(rows).to.include({ tradeOrders: 2, tradeOrderItems: 2, afterSales: 1, tradeOrderRefunds: 1 });
    expect(rows).to.include({ payRefunds: 1, payAttempts: 1, productVisitDays: 1 });
    const whole = await rowsReturned(() => countShopDay(day));
    expect(whole).to.include({ tradeOrders: 42, tradeOrderItems: 42, productVisitDays: 20 });
  });

  it("counted by an older version are counted anew once, not added to", async () => {
    const day = goTo(1_380);
    await oneOfEach(1);
    heldClock.advance(minutes(10));
    await tick();
    for (const model of [MemberDayModel, TradeDayModel])
      await model.collection.updateOne({ _id: day as never }, { $unset: { countedUntil: "", wholeCount: "" } });
    await oneOfEach(2);
    heldClock.advance(minutes(10));
    await tick();
    const { trade } = (await numbersOf(day)) as { trade: { orderCreateCount: number } };
    expect(trade.orderCreateCount).to.equal(2);
    await expectWhole(day);
    await oneOfEach(2);
    heldClock.advance(minutes(10));
    await tick();
    await expectWhole(day);
  });
});
