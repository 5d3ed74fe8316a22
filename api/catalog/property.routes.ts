import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { IdQuery } from "#api/http/fields.js";
import {
  createProperty,
  createPropertyValue,
  deleteProperty,
  deletePropertyValue,
  pageProperties,
  pagePropertyValues,
  getProperty,
  getPropertyValue,
  updateProperty,
  updatePropertyValue,
} from "#shared/domains/catalog/index.js";
import {
  PropertyAdminView,
  PropertyCreateBody,
  PropertyPageQuery,
  PropertyPageView,
  PropertyUpdateBody,
  PropertyValueAdminView,
  PropertyValueCreateBody,
  PropertyValuePageQuery,
  PropertyValuePageView,
  PropertyValueUpdateBody,
} from "./property.schemas.js";
import { propertyAdminView, propertyValueAdminView } from "./property.views.js";

const create = endpoint({
  method: "post",
  path: "/admin-api/product/property/create",
  access: operator("product:property:create"),
  input: { body: PropertyCreateBody },
  output: z.number().int(),
  handle: ({ body }) => createProperty(body),
});

const update = endpoint({
  method: "put",
  path: "/admin-api/product/property/update",
  access: operator("product:property:update"),
  summary: "Updates a property; a new name is applied to every variant that has it",
  input: { body: PropertyUpdateBody },
  output: z.boolean(),
  handle: ({ body: { id, ...body } }) => updateProperty(id, body),
});

const remove = endpoint({
  method: "delete",
  path: "/admin-api/product/property/delete",
  access: operator("product:property:delete"),
  summary: "Deletes a property without values",
  input: { query: IdQuery },
  output: z.boolean(),
  handle: ({ query }) => deleteProperty(query.id),
});

const get = endpoint({
  method: "get",
  path: "/admin-api/product/property/get",
  access: operator("product:property:query"),
  input: { query: IdQuery },
  output: PropertyAdminView,
  handle: ({ query }) => getProperty(query.id),
  view: propertyAdminView,
});

const page = endpoint({
  method: "get",
  path: "/admin-api/product/property/page",
  access: operator("product:property:query"),
  summary: "Lists properties, newest first",
  input: { query: PropertyPageQuery },
  output: PropertyPageView,
  handle: ({ query }) => pageProperties(query),
  view: ({ list, total }) => ({ list: list.map(propertyAdminView), total }),
});

const valueCreate = endpoint({
  method: "post",
  path: "/admin-api/product/property/value/create",
  access: operator("product:property:create"),
  input: { body: PropertyValueCreateBody },
  output: z.number().int(),
  handle: ({ body }) => createPropertyValue(body),
});

const valueUpdate = endpoint({
  method: "put",
  path: "/admin-api/product/property/value/update",
  access: operator("product:property:update"),
  summary: "Updates a property value; a new name is applied to every variant that has it",
  input: { body: PropertyValueUpdateBody },
  output: z.boolean(),
  handle: ({ body: { id, ...body } }) => updatePropertyValue(id, body),
});

const valueRemove = endpoint({
  method: "delete",
  path: "/admin-api/product/property/value/delete",
  access: operator("product:property:delete"),
  summary: "Deletes a property value that no variant has",
  input: { query: IdQuery },
  output: z.boolean(),
  handle: ({ query }) => deletePropertyValue(query.id),
});

const valueGet = endpoint({
  method: "get",
  path: "/admin-api/product/property/value/get",
  access: operator("product:property:query"),
  input: { query: IdQuery },
  output: PropertyValueAdminView,
  handle: ({ query }) => getPropertyValue(query.id),
  view: propertyValueAdminView,
});

const valuePage = endpoint({
  method: "get",
  path: "/admin-api/product/property/value/page",
  access: operator("product:property:query"),
  summary: "Lists the values of properties, newest first",
  input: { query: PropertyValuePageQuery },
  output: PropertyValuePageView,
  handle: ({ query }) => pagePropertyValues(query),
  view: ({ list, total }) => ({ list: list.map(propertyValueAdminView), total }),
});

export const propertyEndpoints = [
  create,
  update,
  remove,
  get,
  page,
  valueCreate,
  valueUpdate,
  valueRemove,
  valueGet,
  valuePage,
];
