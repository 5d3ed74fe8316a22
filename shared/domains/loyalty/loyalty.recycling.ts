import { MemberLevelModel } from "#shared/domains/member/index.js";
import { recycling, type Recycling } from "#shared/kernel/mongo/recycling.js";
import { checkLevelFits } from "./level/changeLevel.js";
import { invalidateLevels } from "./level/level.queries.js";
import { loyaltyErrors } from "./loyalty.errors.js";
import { invalidateSignInRules, SignInRuleModel } from "./signIn/signInRule.model.js";

export const loyaltyRecycling: Recycling[] = [
  recycling({
    kind: "level",
    en: "Member level",
    zh: "会员等级",
    model: MemberLevelModel,
    named: "name",
    audit: ["member", "level"],
    right: "member:level",
    taken: ({ name }) => loyaltyErrors.LevelNameExists({ name }),
    check: checkLevelFits,
    restored: invalidateLevels,
  }),
  recycling({
    kind: "sign-in-config",
    en: "Sign-in rule",
    zh: "签到规则",
    model: SignInRuleModel,
    named: "day",
    audit: ["member", "signInConfig"],
    right: "member:sign-in-config",
    taken: ({ day }) => loyaltyErrors.SignInDayExists({ day }),
    restored: invalidateSignInRules,
  }),
];
