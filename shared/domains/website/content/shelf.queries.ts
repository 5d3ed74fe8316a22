import { countedWhole, pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import type { ContentDoc } from "./content.js";
import { websiteProducts, websiteSolutions } from "./contentStores.js";
import { withDescendants } from "./industry.store.js";
import type { ProductDoc } from "./product.model.js";
import { ProductReviewModel, type ProductReviewDoc } from "./productReview.model.js";
import type { SolutionDoc } from "./solution.model.js";

/** How many related ones are shown below a product or a solution. */
const MOST_RELATED = 6;

/** Products by sortOrder; if given, of a category and all below it. */
export async function listProducts(categoryId: number | undefined): Promise<ProductDoc[]> {
  return ofIndustry(await websiteProducts.listPublished(), categoryId);
}

interface SolutionFilter {
  /** Includes all below it. */
  categoryId?: number | undefined;
  deployType?: string | undefined;
  /** A part of the title, the subtitle, the description or a tag. */
  keyword?: string | undefined;
}

/** Solutions, by sortOrder. */
export async function listSolutions({ categoryId, deployType, keyword }: SolutionFilter): Promise<SolutionDoc[]> {
  const found = await ofIndustry(await websiteSolutions.listPublished(), categoryId);
  const wanted = keyword === undefined ? "" : folded(keyword);
  return found.filter(
    (solution) =>
      (deployType === undefined || folded(solution.deployType) === folded(deployType)) &&
      (wanted === "" || textsOf(solution).some((text) => folded(text).includes(wanted))),
  );
}

const textsOf = ({ title, subtitle, description, tags }: SolutionDoc): string[] => [
  title,
  subtitle,
  description,
  ...tags,
];
const folded = (text: string): string => text.normalize("NFKC").toLowerCase();

async function ofIndustry<T extends { categoryId: number | null }>(
  rows: readonly T[],
  categoryId: number | undefined,
): Promise<T[]> {
  if (categoryId === undefined) return [...rows];
  const industries = await withDescendants(categoryId);
  return rows.filter((row) => row.categoryId !== null && industries.has(row.categoryId));
}

/** Others of the same category first, then those that share tags. ProductNotFound. */
export async function listRelatedProducts(productId: number): Promise<ProductDoc[]> {
  const rows = await websiteProducts.listPublished();
  return relatedTo(rows.find(({ _id }) => _id === productId) ?? (await websiteProducts.getPublished(productId)), rows);
}

/** The same for solutions. SolutionNotFound. */
export async function listRelatedSolutions(solutionId: number): Promise<SolutionDoc[]> {
  const rows = await websiteSolutions.listPublished();
  return relatedTo(
    rows.find(({ _id }) => _id === solutionId) ?? (await websiteSolutions.getPublished(solutionId)),
    rows,
  );
}

type Relatable = ContentDoc & { categoryId: number | null; tags: string[] };

function relatedTo<T extends Relatable>(one: T, rows: readonly T[]): T[] {
  const nearness = (other: T): number =>
    (one.categoryId !== null && other.categoryId === one.categoryId ? 100 : 0) +
    other.tags.filter((tag) => one.tags.includes(tag)).length;
  return rows
    .filter(({ _id }) => _id !== one._id)
    .map((other) => ({ other, near: nearness(other) }))
    .filter(({ near }) => near > 0)
    .sort((a, b) => b.near - a.near)
    .slice(0, MOST_RELATED)
    .map(({ other }) => other);
}

/** Customers' reviews of a product, newest first. ProductNotFound. */
export async function pageProductReviews(productId: number, page: Page): Promise<PageOf<ProductReviewDoc>> {
  await websiteProducts.getPublished(productId);
  return pageOf(ProductReviewModel, { productId, published: true }, countedWhole(page));
}
