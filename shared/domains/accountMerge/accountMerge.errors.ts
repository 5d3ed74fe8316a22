import { defineErrors } from "#shared/kernel/request/errors.js";

/** Why two accounts cannot be merged yet (rules: Sign-in); a free code of the member's range. */
export const mergeErrors = defineErrors("accountMerge", {
  MoneyMoves: {
    code: 1004001019,
    en: "A refund or recharge of one of your accounts is under way: sign in with this phone once it is over",
    zh: "您的账号存在处理中的退款或充值，请完成后再使用该手机号登录",
  },
});
