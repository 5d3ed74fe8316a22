import { recycling, type Recycling } from "#shared/kernel/mongo/recycling.js";
import { DeliveryTemplateModel } from "./delivery/deliveryTemplate.model.js";
import { invalidateDeliveryTemplates } from "./delivery/deliveryTemplate.queries.js";
import { ExpressCompanyModel } from "./delivery/expressCompany.model.js";
import { PickUpStoreModel } from "./delivery/pickUpStore.model.js";
import { ReturnAddressModel } from "./delivery/returnAddress.model.js";
import { deliveryErrors } from "./delivery/delivery.errors.js";

export const tradeRecycling: Recycling[] = [
  recycling({
    kind: "delivery-express",
    en: "Delivery company",
    zh: "快递公司",
    model: ExpressCompanyModel,
    named: "name",
    audit: ["trade", "express"],
    right: "trade:delivery-express",
    taken: () => deliveryErrors.ExpressCodeExists(),
  }),
  recycling({
    kind: "delivery-express-template",
    en: "Fee template",
    zh: "运费模板",
    model: DeliveryTemplateModel,
    named: "name",
    audit: ["trade", "express-template"],
    right: "trade:delivery-express-template",
    taken: () => deliveryErrors.TemplateNameExists(),
    restored: invalidateDeliveryTemplates,
  }),
  recycling({
    kind: "delivery-pick-up-store",
    en: "Pick-up store",
    zh: "自提门店",
    model: PickUpStoreModel,
    named: "name",
    audit: ["trade", "pick-up-store"],
    right: "trade:delivery-pick-up-store",
  }),
  recycling({
    kind: "return-address",
    en: "Return address",
    zh: "退货地址",
    model: ReturnAddressModel,
    named: "name",
    audit: ["trade", "return-address"],
    right: "trade:return-address",
  }),
];
