import { defineErrors } from "#shared/kernel/request/errors.js";

/** Why an account cannot be closed yet (rules: Sign-in); free codes of the member's range. */
export const accountErrors = defineErrors("account", {
  OrdersUnfinished: {
    code: 1004001010,
    en: "Orders are paid or on their way; the account can be closed once they are completed",
    zh: "存在未完成的订单，暂不能注销账号",
  },
  AfterSaleUnfinished: {
    code: 1004001011,
    en: "An after-sale is under way; the account can be closed once it is over",
    zh: "存在未完成的售后，暂不能注销账号",
  },
  RefundUnfinished: {
    code: 1004001012,
    en: "A refund is under way; the account can be closed once the money has arrived",
    zh: "存在处理中的退款，暂不能注销账号",
  },
  MergeUnfinished: {
    code: 1004001017,
    en: "Another account of yours is being merged; try again in a few minutes",
    zh: "账号正在合并，请几分钟后再试",
  },
  MoneyFrozen: {
    code: 1004001013,
    en: "Money of the wallet is frozen or on its way into it; try again once that is over",
    zh: "钱包存在冻结或在途资金，暂不能注销账号",
  },
  MoneyLeft: {
    code: 1004001014,
    en: "The wallet holds money, which would be lost: confirm with the code of an SMS to your own mobile",
    zh: "钱包仍有余额，注销后将清零：请使用本人手机号的短信验证码确认",
  },
  MoneyLeftNoMobile: {
    code: 1004001015,
    en: "The wallet holds money and the account has no mobile to confirm with: bind one or spend the money first",
    zh: "钱包仍有余额且账号未绑定手机号，请先绑定手机号或用完余额",
  },
  MoneyLeftNewMobile: {
    code: 1004001016,
    en: "The wallet holds money and the mobile was changed less than {hours} h ago: try again after that",
    zh: "钱包仍有余额且手机号更换未满 {hours} 小时，请稍后再注销",
  },
});
