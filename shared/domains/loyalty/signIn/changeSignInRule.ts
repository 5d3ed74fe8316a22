import { recordOperation } from "#shared/domains/audit/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { deleteLogically } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction, isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { loyaltyErrors } from "../loyalty.errors.js";
import { invalidateSignInRules, oneSignInRule, SignInRuleModel, type SignInRuleDoc } from "./signInRule.model.js";

type SignInRuleInput = Omit<SignInRuleDoc, "_id" | "createdAt">;

/** Returns the new rule's id. Throws SignInDayExists. */
export async function createSignInRule(input: SignInRuleInput): Promise<number> {
  const _id = await nextId("signInRules");
  return inRuleTransaction(input.day, async () => {
    await SignInRuleModel.create([{ _id, ...input }]);
    await recordOperation({ module: "member", action: "signInConfig.create", bizId: _id, after: input });
    return _id;
  });
}

/** Throws SignInRuleNotFound, SignInDayExists. */
export async function updateSignInRule(id: number, input: SignInRuleInput): Promise<true> {
  return inRuleTransaction(input.day, async () => {
    const before = await oneSignInRule(id);
    await SignInRuleModel.updateOne({ _id: id }, { $set: { ...input } });
    await recordOperation({ module: "member", action: "signInConfig.update", bizId: id, before, after: input });
    return true as const;
  });
}

/** Throws SignInRuleNotFound. */
export async function deleteSignInRule(id: number): Promise<true> {
  return inRuleTransaction(0, async () => {
    const before = await oneSignInRule(id);
    if (!(await deleteLogically(SignInRuleModel, { _id: id }))) throw loyaltyErrors.SignInRuleNotFound();
    await recordOperation({ module: "member", action: "signInConfig.delete", bizId: id, before });
    return true as const;
  });
}

async function inRuleTransaction<T>(day: number, change: () => Promise<T>): Promise<T> {
  try {
    return await inTransaction(async () => {
      const result = await change();
      invalidateSignInRules();
      return result;
    });
  } catch (error) {
    throw isDuplicateKey(error, "day") ? loyaltyErrors.SignInDayExists({ day }) : error;
  }
}
