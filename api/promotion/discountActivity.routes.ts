import { endpoint, open } from "#api/http/endpoint.js";
import { discountShelf } from "#shared/domains/promotion/index.js";
import { DiscountPageBody, DiscountPageView, DiscountShelfView } from "./discountActivity.schemas.js";
import { discountPageView, discountShelfView } from "./discountActivity.views.js";

const page = endpoint({
  method: "post",
  path: "/app-api/promotion/discount-activity/getDiscountActivityPage",
  access: open(),
  summary: "Lists discounted products by page",
  input: { body: DiscountPageBody },
  output: DiscountPageView,
  handle: async ({ body }) => discountPageView(body)(await discountShelf()),
});

const activity = endpoint({
  method: "get",
  path: "/app-api/promotion/discount-activity/getDiscountActivity",
  access: open(),
  summary: "Returns all discounted products with the poster of the newest activity",
  output: DiscountShelfView,
  handle: () => discountShelf(),
  view: discountShelfView,
});

export const discountActivityEndpoints = [page, activity];
