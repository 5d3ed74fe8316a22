import { pointsOf, type Shop, type Shopper } from "../shopper.js";
import { expect, step } from "../walk.js";

/** 1004010000. */
const SIGNED_IN_TODAY = 1_004_010_000;
const GIFT = 1_000;

/** Points by the day's sign-in and by the operator, and the level with the best price. Returns its percentage. */
export async function becomeVip(shopper: Shopper, { operator }: Shop): Promise<{ percent: number }> {
  const { client, userId } = shopper;
  const before = await pointsOf(shopper);
  const { point } = await step(
    "the day's sign-in gives points",
    async () => {
      const gift = await client.post("/app-api/member/sign-in/record/create");
      expect((await pointsOf(shopper)) === before + gift.point, "the points are not there");
      return gift;
    },
    (gift) => `day ${gift.day}: ${gift.point} points`,
  );
  await step(
    "once a day",
    () => client.refused(SIGNED_IN_TODAY, "POST", "/app-api/member/sign-in/record/create"),
    (message) => message,
  );
  await step(
    "the operator gives points",
    async () => {
      const reason = "Thank you for looking";
      await operator.put("/admin-api/member/user/update-point", { id: userId, point: GIFT, reason });
      const now = await pointsOf(shopper);
      expect(now === before + point + GIFT, `the member has ${now} points`);
      return now;
    },
    (now) => `${now} points`,
  );
  const level = await step(
    "the operator lifts the member to the best level",
    async () => {
      const levels = await client.get("/app-api/member/level/list");
      const [best] = levels.toSorted((a, b) => Number(a.discountPercent) - Number(b.discountPercent));
      expect(best !== undefined && Number(best.discountPercent) < 100, "no level has a price of its own");
      await operator.put("/admin-api/member/user/update-level", { id: userId, levelId: best.id, reason: "Demo" });
      const me = await client.get("/app-api/member/user/get");
      expect(me.level?.id === best.id, "the member is not at that level");
      return best;
    },
    ({ name, discountPercent }) => `${name} pays ${discountPercent} %`,
  );
  return { percent: Number(level.discountPercent) };
}
