import type { VipPercent } from "#shared/domains/loyalty/index.js";
import { percentOf } from "#shared/kernel/money/money.js";
import { addAmounts, type PriceLine } from "./draft.js";
import type { Discount, PriceStep } from "./facts.js";
import { addPromotion } from "./takeOff.js";
import { OrderType } from "../../order/order.states.js";
import { PromotionType } from "../../trade.codes.js";

/**
 * The better of the member's level and the SKU's discount activity, line by line; on a tie the level (rules: Catalog
 * and prices). Level: off = payFen - round(payFen × percent / 100). Activity: the same, or amount × count, at most
 * payFen. Adds one row per activity and one for the level. Ordinary orders only.
 */
export const vipOrDiscount: PriceStep = (draft, { vip, discounts }) => {
  if (draft.type !== OrderType.normal) return draft;
  const chosen = draft.lines.map((line) => betterOf(line, vip, discounts.get(line.skuId)));
  const offsBy = (by: (choice: Choice) => boolean): number[] =>
    chosen.map((choice) => (by(choice) ? choice.offFen : 0));
  const vipOffs = offsBy(({ by }) => by === "vip");
  const discountOffs = offsBy(({ by }) => by !== "vip");
  let priced = addAmounts(addAmounts(draft, "vipFen", vipOffs), "discountFen", discountOffs);
  if (vip && vipOffs.some((off) => off > 0))
    priced = addPromotion(priced, draft, vipOffs, (_, index) => vipOffs[index]! > 0, {
      type: PromotionType.memberLevel,
      id: vip.levelId,
      name: vip.name,
    });
  for (const activity of new Map(chosen.flatMap(({ by }) => (isActivity(by) ? [[by.activityId, by]] : []))).values())
    priced = addPromotion(priced, draft, discountOffs, (_, index) => isOf(chosen[index]!, activity), {
      type: PromotionType.discount,
      id: activity.activityId,
      name: activity.name,
    });
  return priced;
};

interface Choice {
  by: "vip" | Discount | null;
  offFen: number;
}

const isActivity = (by: Choice["by"]): by is Discount => by !== null && by !== "vip";
const isOf = ({ by }: Choice, { activityId }: Discount): boolean => isActivity(by) && by.activityId === activityId;

function betterOf(line: PriceLine, vip: VipPercent | null, discount: Discount | undefined): Choice {
  const vipOff = vip ? offByPercent(line.payFen, vip.discountPercent) : 0;
  const discountOff = discount ? offByDiscount(line, discount) : 0;
  if (discount && discountOff > vipOff) return { by: discount, offFen: discountOff };
  return { by: vipOff > 0 ? "vip" : null, offFen: vipOff };
}

function offByDiscount({ payFen, count }: PriceLine, { kind, percent, amountFen }: Discount): number {
  if (kind === "percent") return offByPercent(payFen, percent ?? 100);
  return Math.min(Math.max(0, amountFen ?? 0) * count, payFen);
}

const offByPercent = (payFen: number, percent: number): number =>
  payFen - Math.min(payFen, percentOf(payFen, Math.max(0, percent)));
