import { defineCache } from "#shared/kernel/redis/cache.js";
import { seconds } from "#shared/kernel/time/clock.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { loyaltyErrors } from "../loyalty.errors.js";

/** The reward for signing in on the nth consecutive day. */
export interface SignInRuleDoc {
  _id: number;
  /** From 1. */
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

/** Throws SignInRuleNotFound. */
export async function oneSignInRule(id: number): Promise<SignInRuleDoc> {
  const rule = await SignInRuleModel.findById(id).lean<SignInRuleDoc>();
  if (!rule) throw loyaltyErrors.SignInRuleNotFound();
  return rule;
}

const cache = defineCache<SignInRuleDoc[]>("signInRules", { ttlMs: seconds(5), max: 1, isSetting: true });
/** Must be called after each write of a rule. */
export const invalidateSignInRules = (): void => cache.invalidate();
/** The enabled rules, by day, cached. */
export async function signInRules(): Promise<SignInRuleDoc[]> {
  return (await cache.read("", listSignInRules)).filter(({ status }) => status === EnabledStatus.enabled);
}
