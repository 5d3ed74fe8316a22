import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { Long, LongId, longOf, nameText, optional, pageInput, pageOf, text, Time } from "#api/http/fields.js";
import { WebPictureUrl } from "#api/media/picture.schemas.js";
import {
  createExpressCompany,
  deleteExpressCompany,
  enabledExpressCompanies,
  expressCompany,
  parcelNumberForm,
  saveTradeConfig,
  pageExpressCompanies,
  recognizeCompany,
  tradeConfig,
  updateExpressCompany,
  type ExpressCompanyDoc,
} from "#shared/domains/trade/index.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { OrderIdQuery } from "../order/order.schemas.js";
import { ParcelNumberText } from "./parcelNumber.fields.js";

const Status = longOf(Object.values(EnabledStatus));
const fields = {
  code: text(64, 1),
  name: nameText(64),
  logo: optional(WebPictureUrl),
  sort: Long,
  status: Status,
};
const CreateBody = z.object(fields);
const UpdateBody = z.object({ id: LongId, ...fields });
const PageQuery = pageInput({ name: optional(text(64)), code: optional(text(64)), status: optional(Status) });

const int = z.number().int();
const CompanyView = z.object({
  id: int,
  code: z.string(),
  name: z.string(),
  logo: z.string(),
  sort: int,
  status: int,
  /** The form of its parcel numbers: a case-insensitive regular expression, and an example. */
  logisticsNoPattern: z.string(),
  logisticsNoExample: z.string(),
  createTime: Time,
});
/** The logo as an address, so that the result of get can be sent back. */
const companyView = ({ _id, code, name, logo, sort, status, createdAt }: ExpressCompanyDoc) => {
  const { pattern, example } = parcelNumberForm(code);
  return {
    id: _id,
    code,
    name,
    logo: mediaUrl(logo),
    sort,
    status,
    logisticsNoPattern: pattern.source,
    logisticsNoExample: example,
    createTime: createdAt.getTime(),
  };
};
const at = (verb: string) => `/admin-api/trade/delivery/express/${verb}`;

const create = endpoint({
  method: "post",
  path: at("create"),
  access: operator("trade:delivery-express:create"),
  summary: "Creates a delivery company",
  input: { body: CreateBody },
  output: int,
  handle: ({ body: { logo = "", ...rest } }) => createExpressCompany({ ...rest, logo }),
});

const update = endpoint({
  method: "put",
  path: at("update"),
  access: operator("trade:delivery-express:update"),
  summary: "Updates a delivery company",
  input: { body: UpdateBody },
  output: z.boolean(),
  handle: ({ body: { id, logo = "", ...rest } }) => updateExpressCompany(id, { ...rest, logo }),
});

const remove = endpoint({
  method: "delete",
  path: at("delete"),
  access: operator("trade:delivery-express:delete"),
  summary: "Deletes a delivery company",
  input: { query: OrderIdQuery },
  output: z.boolean(),
  handle: ({ query }) => deleteExpressCompany(query.id),
});

const get = endpoint({
  method: "get",
  path: at("get"),
  access: operator("trade:delivery-express:query"),
  summary: "Returns a delivery company",
  input: { query: OrderIdQuery },
  output: CompanyView,
  handle: ({ query }) => expressCompany(query.id),
  view: companyView,
});

const page = endpoint({
  method: "get",
  path: at("page"),
  access: operator("trade:delivery-express:query"),
  summary: "Lists delivery companies by sort order",
  input: { query: PageQuery },
  output: pageOf(CompanyView),
  handle: ({ query }) => pageExpressCompanies(query, query),
  view: ({ list, total }) => ({ list: list.map(companyView), total }),
});

const recognize = endpoint({
  method: "get",
  path: at("recognize"),
  access: operator("trade:order:ship"),
  summary: "Tells whose a parcel number is by its form: the delivery companies that it fits, the likeliest first",
  input: { query: z.object({ logisticsNo: ParcelNumberText.min(1) }) },
  output: z.object({
    /** The first one's, without doubt. */
    sure: z.boolean(),
    list: z.array(z.object({ id: int, code: z.string(), name: z.string() })),
  }),
  handle: async ({ query }) => recognizeCompany(await enabledExpressCompanies(), query.logisticsNo),
  view: ({ isSure, companies }) => ({
    sure: isSure,
    list: companies.map(({ _id, code, name }) => ({ id: _id, code, name })),
  }),
});

const Reasons = z.array(text(100, 1)).max(50);
const ConfigFields = z.object({
  afterSaleRefundReasons: Reasons,
  afterSaleReturnReasons: Reasons,
  deliveryExpressFreeEnabled: z.boolean(),
  deliveryExpressFreePrice: z.number().int().min(0).max(100_000_000),
  deliveryPickUpEnabled: z.boolean(),
});

const getConfig = endpoint({
  method: "get",
  path: "/admin-api/trade/config/get",
  access: operator("trade:config:query"),
  summary: "Returns the shop's trade settings",
  output: ConfigFields,
  handle: () => tradeConfig(),
  view: ({ _id, deliveryExpressFreePriceFen, ...rest }) => ({
    afterSaleRefundReasons: rest.afterSaleRefundReasons,
    afterSaleReturnReasons: rest.afterSaleReturnReasons,
    deliveryExpressFreeEnabled: rest.deliveryExpressFreeEnabled,
    deliveryExpressFreePrice: deliveryExpressFreePriceFen,
    deliveryPickUpEnabled: rest.deliveryPickUpEnabled,
  }),
});

const saveConfig = endpoint({
  method: "put",
  path: "/admin-api/trade/config/save",
  access: operator("trade:config:save"),
  summary: "Updates the shop's trade settings",
  input: { body: ConfigFields },
  output: z.boolean(),
  handle: ({ body: { deliveryExpressFreePrice, ...rest } }) =>
    saveTradeConfig({ ...rest, deliveryExpressFreePriceFen: deliveryExpressFreePrice }),
});

export const deliveryAdminEndpoints = [create, update, remove, get, page, recognize, getConfig, saveConfig];
