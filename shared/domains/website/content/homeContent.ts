import { industryNames } from "./industry.store.js";
import { websiteProducts, websiteSolutions } from "./contentStores.js";
import { readPage, type Pages } from "./pages.js";
import type { ProductDoc } from "./product.model.js";
import type { SolutionDoc } from "./solution.model.js";

/** How many of each the home page shows (rules: Website). */
const SOLUTIONS = 6;
const PRODUCTS = 4;

/** The saved home page, the first recommended solutions and the first core products. */
export async function homeContent(): Promise<{
  page: Pages["home"];
  solutions: SolutionDoc[];
  products: ProductDoc[];
  names: ReadonlyMap<number, string>;
}> {
  const solutions = await websiteSolutions.listPublished();
  const products = await websiteProducts.listPublished();
  return {
    page: await readPage("home"),
    solutions: solutions.filter(({ isRecommended }) => isRecommended).slice(0, SOLUTIONS),
    products: products.filter(({ isCore }) => isCore).slice(0, PRODUCTS),
    names: await industryNames(),
  };
}
