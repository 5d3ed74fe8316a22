import { expect } from "chai";
import sinon from "sinon";
import { heldClock, seconds } from "#shared/kernel/time/clock.js";
import { LeaseModel } from "#shared/kernel/mongo/leases.js";
import { storeAfter } from "#shared/kernel/mongo/storeTime.js";
import { isMyTurnToBeReplaced } from "#workers/runtime/replacementTurn.js";
import { startService } from "#test/support/service.js";

describe("worker processes that are to be replaced", () => {
  const _id = "replacement:notify,sms";
  before(() => startService());
  beforeEach(() => LeaseModel.deleteMany({ _id }));
  afterEach(() => heldClock.release());

  it("leave one at a time, of those that take the same queues", async () => {
    heldClock.hold();
    await LeaseModel.create([{ _id, owner: "another", until: storeAfter(seconds(20)) }]);
    expect(await isMyTurnToBeReplaced(["notify", "sms"])).to.equal(false);
    expect(await isMyTurnToBeReplaced(["notify"])).to.equal(true);
    heldClock.advance(seconds(21));
    expect(await isMyTurnToBeReplaced(["notify", "sms"])).to.equal(true);
    expect(await LeaseModel.countDocuments({ _id, owner: "another" })).to.equal(0);
  });

  it("do not wait for a store that does not answer them", async () => {
    const away = sinon.stub(LeaseModel, "updateOne").throws(new Error("the store is away"));
    try {
      expect(await isMyTurnToBeReplaced(["notify", "sms"])).to.equal(true);
    } finally {
      away.restore();
    }
  });
});
