import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { given, IdQuery } from "#api/http/fields.js";
import {
  createCategory,
  deleteCategory,
  getCategory,
  listCategories,
  updateCategory,
} from "#shared/domains/catalog/index.js";
import {
  CategoryAdminListQuery,
  CategoryAdminListView,
  CategoryAdminView,
  CategoryCreateBody,
  CategoryUpdateBody,
} from "./category.schemas.js";
import { categoryAdminView } from "./category.views.js";

const create = endpoint({
  method: "post",
  path: "/admin-api/product/category/create",
  access: operator("product:category:create"),
  summary: "Creates a category and returns its id",
  input: { body: CategoryCreateBody },
  output: z.number().int(),
  handle: ({ body }) => createCategory(given(body)),
});

const update = endpoint({
  method: "put",
  path: "/admin-api/product/category/update",
  access: operator("product:category:update"),
  input: { body: CategoryUpdateBody },
  output: z.boolean(),
  handle: ({ body: { id, ...body } }) => updateCategory(id, given(body)),
});

const remove = endpoint({
  method: "delete",
  path: "/admin-api/product/category/delete",
  access: operator("product:category:delete"),
  summary: "Deletes a category without children and products",
  input: { query: IdQuery },
  output: z.boolean(),
  handle: ({ query }) => deleteCategory(query.id),
});

const get = endpoint({
  method: "get",
  path: "/admin-api/product/category/get",
  access: operator("product:category:query"),
  input: { query: IdQuery },
  output: CategoryAdminView,
  handle: ({ query }) => getCategory(query.id),
  view: categoryAdminView,
});

const list = endpoint({
  method: "get",
  path: "/admin-api/product/category/list",
  access: operator("product:category:query"),
  summary: "Lists all categories by sort order, including disabled ones",
  input: { query: CategoryAdminListQuery },
  output: CategoryAdminListView,
  handle: ({ query }) => listCategories(query),
  view: (categories) => categories.map(categoryAdminView),
});

export const categoryAdminEndpoints = [create, update, remove, get, list];
