import { defineErrors } from "#shared/kernel/request/errors.js";

/** Refusals of points, sign-in days and levels (rules: Error codes). */
export const loyaltyErrors = defineErrors("loyalty", {
  PointShort: { code: 1004001003, en: "There are not enough points", zh: "用户积分余额不足" },
  SignInRuleNotFound: { code: 1004009000, en: "There is no such sign-in rule", zh: "签到规则不存在" },
  SignInDayExists: { code: 1004009001, en: "Day {day} has a sign-in rule already", zh: "第 {day} 天的签到规则已存在" },
  SignedInToday: { code: 1004010000, en: "Signed in today already", zh: "今日已签到，请勿重复签到" },
  LevelNotFound: { code: 1004011000, en: "There is no such level", zh: "用户等级不存在" },
  LevelNameExists: {
    code: 1004011001,
    en: "The level name {name} is used already",
    zh: "用户等级名称[{name}]已被使用",
  },
  LevelNumberExists: {
    code: 1004011002,
    en: "The level number {level} is used by {name}",
    zh: "用户等级值[{level}]已被[{name}]使用",
  },
  ExperienceTooLow: {
    code: 1004011003,
    en: "The experience must be more than that of level {name} ({experience})",
    zh: "升级经验必须大于上一个等级[{name}]设置的升级经验[{experience}]",
  },
  ExperienceTooHigh: {
    code: 1004011004,
    en: "The experience must be less than that of level {name} ({experience})",
    zh: "升级经验必须小于下一个等级[{name}]设置的升级经验[{experience}]",
  },
  LevelHasMembers: {
    code: 1004011005,
    en: "The level has {count} members",
    zh: "用户等级下存在 {count} 个用户，无法删除",
  },
});
