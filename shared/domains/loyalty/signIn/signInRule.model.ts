import { defineCache } from "#shared/kernel/redis/cache.js";
import { seconds } from "#shared/kernel/time/clock.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { loyaltyErrors } from "../loyalty.errors.js";

/** What signing in on the nth day in a row gives. */
export interface SignInRuleDoc {
  _id: number;
  /** 1 the first. */
  day: number;
  point: number;
  experience: number;
  status: EnabledStatus;
  createdAt: Date;
}

export const SignInRuleModel = defineModel<SignInRuleDoc>(
  "signInRules",
  {
    day: { type: Number, required: true },
    point: { type: Number, default: 0 },
    experience: { type: Number, default: 0 },
    status: { type: Number, default: EnabledStatus.enabled },
  },
  { logicalDelete: true, claims: [{ fields: ["day"] }], indexes: [[{ day: 1 }]] },
);

/** Every rule, by day. */
export async function listSignInRules(): Promise<SignInRuleDoc[]> {
  return SignInRuleModel.find().sort({ day: 1 }).lean<SignInRuleDoc[]>();
}

/** SignInRuleNotFound. */
export async function oneSignInRule(id: number): Promise<SignInRuleDoc> {
  const rule = await SignInRuleModel.findById(id).lean<SignInRuleDoc>();
  if (!rule) throw loyaltyErrors.SignInRuleNotFound();
  return rule;
}

const kept = defineCache<SignInRuleDoc[]>("signInRules", { ttlMs: seconds(5), max: 1, isSetting: true });
/** To be called by whoever writes a rule. */
export const invalidateSignInRules = (): void => kept.invalidate();
/** The rules in force, by day, remembered for a moment. */
export async function signInRules(): Promise<SignInRuleDoc[]> {
  return (await kept.read("", listSignInRules)).filter(({ status }) => status === EnabledStatus.enabled);
}
