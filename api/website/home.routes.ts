import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { given } from "#api/http/fields.js";
import { homeContent, readPage, savePages } from "#shared/domains/website/index.js";
import { HomeConfigView, HomeSaveBody, HomeView } from "./about.schemas.js";
import { homeConfigView } from "./about.views.js";
import { cachedRead } from "./cachedRead.js";
import { productEntryView } from "./product.views.js";
import { solutionEntryView } from "./solution.views.js";

const ADMIN = "/admin-api/website/home-config";

const home = cachedRead({
  path: "/app-api/website/home/data",
  summary: "Returns everything on the home page",
  of: ["home-config", "solution", "product", "solution-category"],
  output: HomeView,
  read: () => homeContent(),
  view: ({ page, solutions, products, names }) => ({
    ...homeConfigView(page),
    solutions: solutions.map((solution) => solutionEntryView(solution, names)),
    products: products.map((product) => productEntryView(product, names)),
  }),
});

const get = endpoint({
  method: "get",
  path: `${ADMIN}/get`,
  access: operator("website:home-config:query"),
  output: HomeConfigView,
  handle: () => readPage("home"),
  view: homeConfigView,
});

const save = endpoint({
  method: "put",
  path: `${ADMIN}/save`,
  access: operator("website:home-config:update"),
  summary: "Updates the given fields of the home page",
  input: { body: HomeSaveBody },
  output: z.boolean(),
  handle: ({ body }) => savePages({ home: given(body) }),
});

export const websiteHomeEndpoints = [...home, get, save];
