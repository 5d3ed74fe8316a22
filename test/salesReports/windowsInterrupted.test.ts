import { expect } from "chai";
import mongoose from "mongoose";
import { stub } from "sinon";
import { countShopDay } from "#shared/domains/salesReports/countShopDay.js";
import { countTradeDay } from "#shared/domains/salesReports/countTradeDay.js";
import { MemberDayModel } from "#shared/domains/salesReports/memberDay.model.js";
import { TradeDayModel } from "#shared/domains/salesReports/tradeDay.model.js";
import { SETTLING_MS } from "#shared/domains/salesReports/windows.js";
import { countShopDays, countTradeDays } from "#shared/domains/salesReports/worker.js";
import { HandedBack, withContext } from "#shared/kernel/request/context.js";
import { clock, heldClock, minutes, seconds } from "#shared/kernel/time/clock.js";
import { startService } from "#test/support/service.js";
import { expectWhole, goTo, oneOfEach, removeEvents, tick } from "./support.js";

type Session = mongoose.mongo.ClientSession;
const { prototype } = mongoose.mongo.ClientSession;
const { commitTransaction: commit } = prototype;

describe("the numbers of today, counted by several runs, and by runs that die", function () {
  before(() => startService());
  afterEach(() => heldClock.release());
  after(removeEvents);

  it("count each event once when two runs count at the same moment, the first of the day too", async () => {
    const day = goTo(1_710);
    for (let round = 0; round < 4; round++) {
      await oneOfEach(round);
      heldClock.advance(minutes(20));
      await Promise.all([tick(), tick(), tick()]);
      await expectWhole(day);
    }
  });

  it("count each event once when the whole day is counted beside it", async () => {
    const day = goTo(1_720);
    await tick();
    for (let round = 0; round < 3; round++) {
      await oneOfEach(round);
      heldClock.advance(minutes(50));
      await Promise.all([tick(), countShopDay(day), countTradeDay(day), countShopDay(day)]);
      await oneOfEach(round + 1);
      heldClock.advance(minutes(5));
      await tick();
      await expectWhole(day);
    }
  });

  it("are not set back by a count of the whole day that a later one has overtaken", async () => {
    const day = goTo(1_725);
    await tick();
    await oneOfEach(1);
    heldClock.advance(minutes(10));
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    let overtaken: Promise<void> | undefined;
    await new Promise<void>((begun) => {
      const commits = stub(prototype, "commitTransaction").callsFake(async function (this: Session) {
        commits.restore();
        await commit.call(this);
        begun();
        await held;
      });
      overtaken = countShopDay(day);
    });
    await oneOfEach(2);
    heldClock.advance(minutes(10));
    await tick();
    goOn();
    await overtaken;
    await expectWhole(day);
  });

  it("lose and double nothing if a run dies between reading a window and the end of its writes, or right after", async () => {
    const day = goTo(1_730);
    await tick();
    const dies = {
      before: () => Promise.reject(new Error("killed")),
      async after(this: Session) {
        await commit.call(this);
        throw new Error("killed");
      },
    };
    for (const [round, die] of Object.values(dies).entries()) {
      await oneOfEach(round);
      heldClock.advance(minutes(40));
      for (let nth = 0; nth < 3; nth++) {
        const commits = stub(prototype, "commitTransaction");
        commits.callThrough().onCall(nth).callsFake(die);
        const outcome = await countShopDays().then(
          () => "done",
          (error: Error) => error.message,
        );
        commits.restore();
        // Each run that died had fewer windows left.
        expect(outcome).to.match(nth === 0 ? /^killed$/ : /^(killed|done)$/);
      }
      await tick();
      await expectWhole(day);
    }
  });

  it("are counted anew if a run dies while it counts the whole day", async () => {
    const day = goTo(1_740);
    // The days before are settled with this.
    await tick();
    await MemberDayModel.deleteOne({ _id: day });
    await oneOfEach(1);
    heldClock.advance(minutes(10));
    for (let nth = 0; nth < 5; nth++) {
      const commits = stub(prototype, "commitTransaction");
      commits.callThrough().onCall(nth).rejects(new Error("killed"));
      const outcome = await countShopDays().catch((error: Error) => error.message);
      commits.restore();
      expect(outcome, `commit ${nth}`).to.equal("killed");
      expect((await MemberDayModel.findById(day).lean())?.countedUntil ?? null).to.equal(null);
    }
    await oneOfEach(2);
    heldClock.advance(minutes(10));
    await tick();
    await expectWhole(day);
  });

  it("are not added twice if the answer to the trade's one write is lost", async () => {
    const day = goTo(1_750);
    await tick();
    await oneOfEach(1);
    heldClock.advance(minutes(10));
    const { collection } = TradeDayModel;
    const update = collection.updateOne.bind(collection);
    const answers = stub(collection, "updateOne").callsFake((async (...given: Parameters<typeof update>) => {
      await update(...given);
      throw new Error("lost");
    }) as never);
    expect(await countTradeDays().catch((error: Error) => error.message)).to.equal("lost");
    answers.restore();
    await tick();
    await expectWhole(day);
  });

  it("of an hour without a worker come in small windows, and a run that is handed back goes on from its last one", async () => {
    const day = goTo(1_760, 6);
    await tick();
    for (let round = 0; round < 4; round++) {
      await oneOfEach(round);
      heldClock.advance(minutes(14));
    }
    const until = async (): Promise<number> => (await MemberDayModel.findById(day).lean())!.countedUntil!.getTime();
    const first = await until();
    let safePoints = 0;
    const isDraining = (): boolean => ++safePoints > 3;
    const run = withContext({ requestId: "drained", language: "zh", isDraining }, countShopDays);
    expect(await run.catch((error: unknown) => error)).to.be.instanceOf(HandedBack);
    expect(await until()).to.equal(first + 2 * minutes(15));
    await tick();
    expect(await until()).to.be.closeTo(clock.ms() - SETTLING_MS, seconds(5));
    expect(safePoints).to.equal(4);
    await expectWhole(day);
  });
});
