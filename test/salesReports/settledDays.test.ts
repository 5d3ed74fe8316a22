import { expect } from "chai";
import { BuyerDayModel } from "#shared/domains/salesReports/buyerDay.model.js";
import { MemberDayModel } from "#shared/domains/salesReports/memberDay.model.js";
import { TradeDayModel } from "#shared/domains/salesReports/tradeDay.model.js";
import { countShopDays, countTradeDays } from "#shared/domains/salesReports/worker.js";
import { HandedBack, withContext } from "#shared/kernel/request/context.js";
import { clock, days, heldClock, hours, minutes, seconds } from "#shared/kernel/time/clock.js";
import { startService } from "#test/support/service.js";
import { dayOf, events, goTo, numbersOf, removeEvents, wholeNumbersOf } from "./support.js";

const about = { spuId: 1, memberId: 7, fen: 800 };

/** Both counts, and how many orders of the day each of them knows. */
async function ordersCounted(day: string): Promise<number[]> {
  await countTradeDays();
  await countShopDays();
  const buyer = await BuyerDayModel.findById(`${day} ${about.memberId}`).lean();
  return [(await TradeDayModel.findById(day).lean())!.orderCreateCount, buyer?.orderCreateCount ?? 0];
}
const wholeCounts = async (day: string): Promise<number[]> =>
  [await TradeDayModel.findById(day).lean(), await MemberDayModel.findById(day).lean()].map(
    (row) => row!.countedAt.getTime() - clock.ms(),
  );

describe("the numbers of a day, counted from all of its events", () => {
  before(() => startService());
  afterEach(() => heldClock.release());
  after(removeEvents);

  it("go on by windows to its last millisecond, and are counted from all of its events once it has settled", async () => {
    const day = goTo(1_500, 23);
    await ordersCounted(day);
    heldClock.advance(hours(1) - 1);
    await events.placed(about);
    heldClock.advance(1);
    await events.placed(about);
    heldClock.advance(minutes(1));
    expect(await ordersCounted(day)).to.deep.equal([0, 0]);
    heldClock.advance(minutes(1) + seconds(5));
    expect(await ordersCounted(day)).to.deep.equal([1, 1]);
    // Written too late for its window.
    await events.placed(about, clock.after(-hours(1)));
    heldClock.advance(minutes(58) - seconds(5) - 1);
    expect(await ordersCounted(day)).to.deep.equal([1, 1]);
    expect(await wholeCounts(day)).to.deep.equal([1 - hours(2), 1 - hours(2)]);
    heldClock.advance(1);
    expect(await ordersCounted(day)).to.deep.equal([2, 2]);
    expect(await wholeCounts(day)).to.deep.equal([0, 0]);
    heldClock.advance(minutes(1));
    await TradeDayModel.updateOne({ _id: day }, { $set: { orderCreateCount: 77 } });
    await BuyerDayModel.updateOne({ _id: `${day} ${about.memberId}` }, { $set: { orderCreateCount: 78 } });
    expect(await ordersCounted(day)).to.deep.equal([77, 78]);
  });

  it("have what was written too late for its window within the hour, with all that it changes", async () => {
    const day = goTo(1_550);
    await ordersCounted(day);
    heldClock.advance(minutes(30));
    await ordersCounted(day);
    const late = clock.after(-minutes(20));
    for (const happened of Object.values(events)) await happened(about, late);
    const before = await numbersOf(day);
    heldClock.advance(minutes(29));
    await ordersCounted(day);
    // Of visits the latest state is taken, whenever it was written.
    expect({ ...(await numbersOf(day)), products: [] }).to.deep.equal({ ...before, products: [] });
    heldClock.advance(minutes(1));
    expect(await ordersCounted(day)).to.deep.equal([1, 1]);
    const counted = await numbersOf(day);
    expect(counted["products"]).to.have.length(1);
    expect(counted).to.deep.equal(await wholeNumbersOf(day));
  });

  it("are caught up on from the oldest one, so that a run that is handed back leaves no gap behind a settled day", async () => {
    const first = goTo(1_600);
    await ordersCounted(first);
    heldClock.advance(days(3));
    const countedNow = (): Promise<string[]> =>
      TradeDayModel.find({ _id: { $gte: first }, countedAt: clock.now() }).distinct("_id");
    let safePoints = 0;
    const isDraining = (): boolean => ++safePoints > 2;
    const run = withContext({ requestId: "drained", language: "zh", isDraining }, countTradeDays);
    expect(await run.catch((error: unknown) => error)).to.be.instanceOf(HandedBack);
    const open = [0, 1, 2, 3].map((later) => dayOf(clock.ms() - days(3 - later)));
    expect((await countedNow()).toSorted()).to.deep.equal(open.slice(0, 2));
    await countTradeDays();
    expect((await countedNow()).toSorted()).to.deep.equal(open);
  });
});
