import { expect } from "chai";
import { byDefaultOne, pause, say, soon } from "./experiment.js";
import type { Deployment } from "./deployment.js";
import { useSharedDeployment } from "./sharedDeployment.js";
import { call, makeShoppers, seeded, type Answer, type Shopper } from "./shoppers.js";

const MEMBERS = 8;
const LIKES_EACH = 60;
const KILLS = 2;

describe("faults of the likes of a live whose worker is killed", function () {
  this.timeout(300_000);
  let deployment: Deployment;
  let nextRow = 8_000_000_000_000;

  useSharedDeployment((one) => (deployment = one));

  const lives = () => deployment.db.collection<{ _id: number; likeTimes: number }>("lives");

  /** A roll-up that is due now, as cron's tick would have it. */
  async function rollUp(): Promise<number> {
    const now = new Date();
    const _id = nextRow++;
    await deployment.db.collection<{ _id: number }>("outbox").insertOne({
      _id,
      job: "live.rollUpCounts",
      v: 1,
      payload: {},
      key: null,
      about: {},
      dueAt: now,
      nextLookAt: now,
      state: "waiting",
      open: true,
      run: 1,
      requestId: "likes",
      endedAt: null,
      createdAt: now,
      updatedAt: now,
    } as never);
    return _id;
  }
  const isDone = async (_id: number): Promise<boolean> =>
    (await deployment.db.collection<{ _id: number; state: string }>("outbox").findOne({ _id }))?.state === "done";

  for (const seed of byDefaultOne)
    it(`none is lost and none counted twice (seed ${seed})`, async () => {
      const random = seeded(seed);
      const members = await makeShoppers(deployment, MEMBERS);
      const live = (await lives().findOne({ status: 1 }))!;
      const shown = async (): Promise<number> =>
        (await call(deployment, members[0]!, "/app-api/cloudlive/live/getLiveLikePlayTimesInfo", { id: live._id })).data
          .likeTimes;
      const before = await shown();
      let isOver = false;
      const rollUps: number[] = [];
      const rolling = (async () => {
        while (!isOver) {
          rollUps.push(await rollUp());
          await pause(50 + random() * 100);
        }
      })();
      const answers: { answer: Answer; count: number }[] = [];
      const liking = members.map(async (who: Shopper) => {
        for (let like = 0; like < LIKES_EACH; like++) {
          const count = 1 + Math.floor(random() * 20);
          const answer = await call(deployment, who, "/app-api/cloudlive/live/like", { id: live._id, count });
          answers.push({ answer, count });
          await pause(random() * 40);
        }
      });
      for (let kill = 0; kill < KILLS; kill++) {
        await pause(200 + random() * 800);
        await deployment.worker.kill("SIGKILL");
        await deployment.worker.start();
      }
      await Promise.all(liking);
      isOver = true;
      await rolling;
      const accepted = answers.filter(({ answer }) => answer.code === 0);
      const expected = before + accepted.reduce((sum, { count }) => sum + count, 0);
      expect(accepted, "no API was killed: every like was taken").to.have.length(answers.length);
      expect(await shown(), "as members see it").to.equal(expected);
      const last = await rollUp();
      await soon("the last roll-up", () => isDone(last));
      const stored = (await lives().findOne({ _id: live._id }))!.likeTimes;
      say(
        `${accepted.length} calls, ${expected - before} likes, ${rollUps.length} roll-ups, ${KILLS} kills; stored ${stored}, expected ${expected}`,
      );
      expect(stored, "as MongoDB has it").to.equal(expected);
    });
});
