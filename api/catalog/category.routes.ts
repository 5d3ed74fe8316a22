import { endpoint, member } from "#api/http/endpoint.js";
import { listTopCategories } from "#shared/domains/catalog/index.js";
import { CategoryListBody, CategoryListView } from "./category.schemas.js";
import { categoryView } from "./category.views.js";

const getParentCategoryList = endpoint({
  method: "post",
  path: "/app-api/product/category/getParentCategoryList",
  access: member(),
  summary: "Lists top-level categories, with their children when isParent is false",
  input: { body: CategoryListBody },
  output: CategoryListView,
  handle: ({ body }) => listTopCategories(body.isParent === false),
  view: (categories) => categories.map(categoryView),
});

export const categoryEndpoints = [getParentCategoryList];
