import { defineErrors } from "#shared/platform/errors.js";

/** Why an account cannot be given up yet (contract 3); free codes of the member's range. */
export const accountErrors = defineErrors("account", {
  OrdersUnfinished: {
    code: 1004001010,
    en: "Orders are paid or on their way; the account can be given up once they are completed",
    zh: "存在未完成的订单，暂不能注销账号",
  },
  AfterSaleUnfinished: {
    code: 1004001011,
    en: "An after-sale is under way; the account can be given up once it is over",
    zh: "存在未完成的售后，暂不能注销账号",
  },
  RefundUnfinished: {
    code: 1004001012,
    en: "A refund is under way; the account can be given up once the money has arrived",
    zh: "存在处理中的退款，暂不能注销账号",
  },
  MoneyFrozen: {
    code: 1004001013,
    en: "Money of the wallet is frozen or on its way into it; try again once that is over",
    zh: "钱包存在冻结或在途资金，暂不能注销账号",
  },
});
