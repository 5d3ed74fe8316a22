import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { IdQuery } from "#api/http/fields.js";
import {
  createDeliveryTemplate,
  deleteDeliveryTemplate,
  deliveryTemplate,
  pageDeliveryTemplates,
  updateDeliveryTemplate,
} from "#shared/domains/trade/index.js";
import { TemplateCreateBody, templateInput, TemplatePageQuery, TemplateUpdateBody } from "./expressTemplate.schemas.js";
import { TemplatePage, templateView, TemplateView } from "./expressTemplate.views.js";

const at = (verb: string) => `/admin-api/trade/delivery/express-template/${verb}`;

const create = endpoint({
  method: "post",
  path: at("create"),
  access: operator("trade:delivery-express-template:create"),
  summary: "Creates a template of delivery fees by area",
  input: { body: TemplateCreateBody },
  output: z.number().int(),
  handle: ({ body }) => createDeliveryTemplate(templateInput(body)),
});

const update = endpoint({
  method: "put",
  path: at("update"),
  access: operator("trade:delivery-express-template:update"),
  summary: "Updates a fee template, for future orders",
  input: { body: TemplateUpdateBody },
  output: z.boolean(),
  handle: ({ body }) => updateDeliveryTemplate(body.id, templateInput(body)),
});

const remove = endpoint({
  method: "delete",
  path: at("delete"),
  access: operator("trade:delivery-express-template:delete"),
  summary: "Deletes a fee template; products that use it must be given another",
  input: { query: IdQuery },
  output: z.boolean(),
  handle: ({ query }) => deleteDeliveryTemplate(query.id),
});

const get = endpoint({
  method: "get",
  path: at("get"),
  access: operator("trade:delivery-express-template:query"),
  summary: "Returns a fee template",
  input: { query: IdQuery },
  output: TemplateView,
  handle: ({ query }) => deliveryTemplate(query.id),
  view: templateView,
});

const page = endpoint({
  method: "get",
  path: at("page"),
  access: operator("trade:delivery-express-template:query"),
  summary: "Lists fee templates by sort order",
  input: { query: TemplatePageQuery },
  output: TemplatePage,
  handle: ({ query }) => pageDeliveryTemplates(query, query),
  view: ({ list, total }) => ({ list: list.map(templateView), total }),
});

export const expressTemplateAdminEndpoints = [create, update, remove, get, page];
