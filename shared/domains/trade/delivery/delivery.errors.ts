import { defineErrors } from "#shared/kernel/request/errors.js";

/** Refusals about delivery companies, their parcels, fee templates, pick-up stores and return addresses. */
export const deliveryErrors = defineErrors("trade", {
  ExpressCompanyNotFound: { code: 1011004000, en: "There is no such delivery company", zh: "快递公司不存在" },
  ExpressCodeExists: {
    code: 1011004001,
    en: "A delivery company with this code exists",
    zh: "已经存在该编码的快递公司",
  },
  NoExpressPlatform: {
    code: 1011004002,
    en: "No tracking provider is set up",
    zh: "需要接入快递服务商，比如【快递100】",
  },
  ExpressCompanyDisabled: { code: 1011004003, en: "The delivery company is not in use", zh: "快递公司未启用" },
  ExpressCompanyInUse: {
    code: 1011004004,
    en: "{count} parcels of this delivery company are on their way",
    zh: "该快递公司有 {count} 个包裹在途，不能删除",
  },
  ParcelNumberWrong: {
    code: 1011004005,
    en: "{field}: this is no parcel number of {company}; one looks like {example}",
    zh: "{field}：不是有效的{company}运单号，示例：{example}",
  },
  ParcelCompanyUnclear: {
    code: 1011004006,
    en: "{field}: this number fits several delivery companies; name one of {companies}",
    zh: "{field}：该单号可能属于多家快递公司，请注明其中一家：{companies}",
  },
  ShipListedTwice: { code: 1011004007, en: "The order is in the list twice", zh: "订单在列表中重复" },
  ExpressPlatformFailed: {
    code: 1011004101,
    en: "The tracking provider did not answer properly",
    zh: "快递查询接口异常",
    retry: true,
  },
  ExpressQueryRefused: {
    code: 1011004102,
    en: "The tracking provider refused: {reason}",
    zh: "快递查询返回失败，原因：{reason}",
    retry: true,
  },
  TemplateNameExists: { code: 1011005000, en: "A fee template with this name exists", zh: "已经存在该运费模板名" },
  TemplateNotFound: { code: 1011005001, en: "There is no such fee template", zh: "运费模板不存在" },
  TemplateInUse: {
    code: 1011005002,
    en: "{count} products use this fee template",
    zh: "有 {count} 个商品使用该运费模板，不能删除",
  },
  StoreInUse: {
    code: 1011006002,
    en: "{count} orders wait to be picked up in this store",
    zh: "有 {count} 个订单等待在该门店自提，不能删除",
  },
  StoreStaffNotFound: { code: 1011006001, en: "There is no such operator", zh: "自提门店的核销员不存在" },
  ReturnAddressNotFound: { code: 1011006010, en: "There is no such return address", zh: "退货地址不存在" },
  StoreNotFound: { code: 1011006000, en: "There is no such pick-up store", zh: "自提门店不存在" },
});
