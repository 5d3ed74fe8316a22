import { DiscountKind } from "#shared/domains/promotion/promotion.codes.js";

/** What an example of a call holds besides what its fields need: fields of which one or the other must be there, and numbers that depend on each other. */
export const examplesOfCalls: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "put /admin-api/system/user/profile/totp/confirm": { code: "123456" },
  "put /admin-api/system/user/profile/totp/disable": { code: "123456" },
  "put /admin-api/system/user/profile/totp/recovery-codes": { code: "123456" },
  "post /admin-api/infra/dead-letter/replay": { id: 1 },
  "post /admin-api/infra/dead-letter/discard": { id: 1 },
  "post /admin-api/infra/dead-letter/discard-all": { queue: "mail" },
  "post /admin-api/infra/job/act-all": { queue: "mail" },
  "post /admin-api/product/comment/create": { spuId: 1 },
  "put /admin-api/product/sku/update-stock": { change: 10 },
  "post /admin-api/promotion/discount-activity/create": {
    products: [{ spuId: 1, skuId: 1, discountType: DiscountKind.percent, discountPercent: 90 }],
  },
  "put /admin-api/promotion/discount-activity/update": {
    products: [{ spuId: 1, skuId: 1, discountType: DiscountKind.percent, discountPercent: 90 }],
  },
  "post /admin-api/promotion/coupon-template/create": {
    validStartTime: 2_051_193_600_000,
    validEndTime: 2_051_798_400_000,
    discountPrice: 500,
    usePrice: 5_000,
  },
  "put /admin-api/promotion/coupon-template/update": {
    validStartTime: 2_051_193_600_000,
    validEndTime: 2_051_798_400_000,
    discountPrice: 500,
    usePrice: 5_000,
  },
  "post /admin-api/promotion/seckill-config/create": { startTime: "08:00", endTime: "10:00" },
  "put /admin-api/promotion/seckill-config/update": { startTime: "08:00", endTime: "10:00" },
  "post /admin-api/promotion/bargain-activity/create": { bargainFirstPrice: 9_900, bargainMinPrice: 4_900 },
  "put /admin-api/promotion/bargain-activity/update": { bargainFirstPrice: 9_900, bargainMinPrice: 4_900 },
  "get /app-api/promotion/bargain-record/get": { id: 1 },
  "get /admin-api/pay/channel/get": { id: 1 },
  "get /app-api/website/license/verify": { domainName: "shop.example" },
  // In the past: the order ends now.
  "put /admin-api/trade/order/update-expire": { payExpireTime: 1_767_196_800_000 },
  "post /app-api/trade/order/settlement": { items: [{ skuId: 1, count: 1 }], pointStatus: false },
  "put /admin-api/pay/refund/redirect": {
    to: "payer",
    bankType: "ICBC",
    bankAccount: "6222020000000000",
    realName: "Li Lei",
  },
  "post /member/invoiceInfo/appCreateOrderInvoiceInfo": { mailingAddress: "Wensan Road 1" },
  "put /admin-api/member/invoice/finish": { trackingNo: "ZT12345678901" },
};
