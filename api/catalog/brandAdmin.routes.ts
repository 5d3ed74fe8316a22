import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { given, IdQuery } from "#api/http/fields.js";
import {
  createBrand,
  deleteBrand,
  pageBrands,
  getBrand,
  listBrands,
  updateBrand,
} from "#shared/domains/catalog/index.js";
import {
  BrandAdminPageQuery,
  BrandCreateBody,
  BrandListBody,
  BrandListView,
  BrandPageView,
  BrandUpdateBody,
  BrandView,
} from "./brand.schemas.js";
import { brandView } from "./brand.views.js";

const create = endpoint({
  method: "post",
  path: "/admin-api/product/brand/create",
  access: operator("product:brand:create"),
  summary: "Creates a brand and returns its id",
  input: { body: BrandCreateBody },
  output: z.number().int(),
  handle: ({ body }) => createBrand(given(body)),
});

const update = endpoint({
  method: "put",
  path: "/admin-api/product/brand/update",
  access: operator("product:brand:update"),
  input: { body: BrandUpdateBody },
  output: z.boolean(),
  handle: ({ body: { id, ...body } }) => updateBrand(id, given(body)),
});

const remove = endpoint({
  method: "delete",
  path: "/admin-api/product/brand/delete",
  access: operator("product:brand:delete"),
  summary: "Deletes a brand without products",
  input: { query: IdQuery },
  output: z.boolean(),
  handle: ({ query }) => deleteBrand(query.id),
});

const get = endpoint({
  method: "get",
  path: "/admin-api/product/brand/get",
  access: operator("product:brand:query"),
  input: { query: IdQuery },
  output: BrandView,
  handle: ({ query }) => getBrand(query.id),
  view: brandView,
});

const page = endpoint({
  method: "get",
  path: "/admin-api/product/brand/page",
  access: operator("product:brand:query"),
  summary: "Lists brands of any status by sort order, by page",
  input: { query: BrandAdminPageQuery },
  output: BrandPageView,
  handle: ({ query }) => pageBrands({ ...query, status: query.status ?? null }),
  view: ({ list, total }) => ({ list: list.map(brandView), total }),
});

const list = endpoint({
  method: "get",
  path: "/admin-api/product/brand/list",
  access: operator("product:brand:query"),
  summary: "Lists all enabled brands, for selection",
  input: { query: BrandListBody },
  output: BrandListView,
  handle: ({ query }) => listBrands(query.name),
  view: (brands) => brands.map(brandView),
});

export const brandAdminEndpoints = [create, update, remove, get, page, list];
