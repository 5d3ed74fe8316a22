import { hasLoyalty } from "#shared/domains/loyalty/index.js";
import { hasWalletMoney } from "#shared/domains/wallet/index.js";
import { withDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { moved } from "./belongings.js";
import { modelOf } from "./ownedModels.js";

/** The collections in which a member still owns something, and "wallets" or "members" for its money and points. */
export async function leftoversOf(memberId: number): Promise<string[]> {
  const left: string[] = [];
  if (await hasWalletMoney(memberId)) left.push("wallets");
  if (await hasLoyalty(memberId)) left.push("members");
  for (const belonging of moved)
    if (await withDeleted(modelOf(belonging).findOne({ [belonging.field]: memberId }, { _id: 1 })).lean())
      left.push(belonging.collection);
  return left;
}

/** Whether a member owns nothing but the social account it signs in by. */
export async function ownsNothing(memberId: number): Promise<boolean> {
  return (await leftoversOf(memberId)).every((collection) => collection === "memberSocials");
}
