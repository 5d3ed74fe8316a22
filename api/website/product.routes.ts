import { z } from "zod";
import { given, LongId, optional } from "#api/http/fields.js";
import {
  pageProductReviews,
  industryNames,
  listProducts,
  listRelatedProducts,
  websiteProductReviews,
  websiteProducts,
} from "#shared/domains/website/index.js";
import { contentNoun } from "./contentNoun.js";
import { cachedRead } from "./cachedRead.js";
import {
  IdParam,
  ProductAdminView,
  ProductDetailView,
  ProductEntryView,
  productFields,
  ProductQuery,
  ProductReviewAdminView,
  productReviewFields,
  ProductReviewPageView,
  ReviewPageQuery,
} from "./product.schemas.js";
import {
  productAdminView,
  productDetailView,
  productEntryView,
  productReviewAdminView,
  productReviewView,
} from "./product.views.js";

const BASE = "/app-api/website/product";
const of = ["product", "solution-category"] as const;

const list = cachedRead({
  path: `${BASE}/list`,
  summary: "Lists products, optionally of a category and its subcategories",
  of,
  query: ProductQuery,
  output: z.array(ProductEntryView),
  read: async ({ query }) => ({ products: await listProducts(query.categoryId), names: await industryNames() }),
  view: ({ products, names }) => products.map((product) => productEntryView(product, names)),
});

const detail = cachedRead({
  path: `${BASE}/:id`,
  of,
  params: IdParam,
  output: ProductDetailView,
  read: async ({ params }) => ({
    product: await websiteProducts.getPublished(params.id),
    names: await industryNames(),
  }),
  view: ({ product, names }) => productDetailView(product, names),
});

const reviews = cachedRead({
  path: `${BASE}/:id/reviews`,
  summary: "Lists customers' reviews of a product, newest first",
  of: ["product", "product-review"],
  params: IdParam,
  query: ReviewPageQuery,
  output: ProductReviewPageView,
  read: ({ params, query }) => pageProductReviews(params.id, query),
  view: (page) => ({ list: page.list.map(productReviewView), total: page.total }),
});

const related = cachedRead({
  path: `${BASE}/:id/related`,
  summary: "Lists products of the same category or with the same tags",
  of,
  params: IdParam,
  output: z.array(ProductEntryView),
  read: async ({ params }) => ({ products: await listRelatedProducts(params.id), names: await industryNames() }),
  view: ({ products, names }) => products.map((product) => productEntryView(product, names)),
});

const admin = contentNoun({
  store: websiteProducts,
  fields: productFields,
  input: given,
  filter: { categoryId: optional(LongId) },
  output: ProductAdminView,
  view: productAdminView,
});

const reviewAdmin = contentNoun({
  store: websiteProductReviews,
  fields: productReviewFields,
  input: given,
  filter: { productId: optional(LongId) },
  output: ProductReviewAdminView,
  view: productReviewAdminView,
});

export const websiteProductEndpoints = [...list, ...detail, ...reviews, ...related, ...admin, ...reviewAdmin];
