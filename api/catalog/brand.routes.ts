import { endpoint, member } from "#api/http/endpoint.js";
import { pageBrands, listBrands } from "#shared/domains/catalog/index.js";
import { BrandListBody, BrandListView, BrandPageBody, BrandPageView } from "./brand.schemas.js";
import { brandView } from "./brand.views.js";

const getBrandPage = endpoint({
  method: "post",
  path: "/app-api/product/brand/page",
  access: member(),
  summary: "Lists enabled brands by page",
  input: { body: BrandPageBody },
  output: BrandPageView,
  handle: ({ body }) => pageBrands(body),
  view: ({ list, total }) => ({ list: list.map(brandView), total }),
});

const getBrandList = endpoint({
  method: "post",
  path: "/app-api/product/brand/list",
  access: member(),
  summary: "Lists all enabled brands",
  input: { body: BrandListBody },
  output: BrandListView,
  handle: ({ body }) => listBrands(body.name),
  view: (brands) => brands.map(brandView),
});

export const brandEndpoints = [getBrandPage, getBrandList];
