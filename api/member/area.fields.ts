import { LongId } from "#api/http/fields.js";
import { isKnownArea, isLowestArea } from "#shared/domains/member/index.js";
import { currentLanguage } from "#shared/kernel/request/context.js";

/** The destination of a parcel: a district, or a city without districts. */
export const DeliveryAreaId = LongId.refine((id) => isKnownArea(id), {
  error: () => (currentLanguage() === "zh" ? "不是已知地区" : "is not a known area"),
  abort: true,
}).refine((id) => isLowestArea(id), {
  error: () => (currentLanguage() === "zh" ? "请选择到区县一级" : "must be an area of the lowest level"),
});
