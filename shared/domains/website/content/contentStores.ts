import { richText } from "#shared/domains/catalog/index.js";
import { contentStore, type ContentDoc } from "./content.js";
import { DemoSiteModel, type DemoSiteDoc } from "./demoSite.model.js";
import { holdIndustry } from "./industry.store.js";
import { ProductModel, type ProductDoc } from "./product.model.js";
import { ProductReviewModel, type ProductReviewDoc } from "./productReview.model.js";
import { SolutionModel, type SolutionDoc } from "./solution.model.js";
import { TeamMemberModel, type TeamMemberDoc } from "./teamMember.model.js";
import { websiteErrors } from "../website.errors.js";

/** Operators' input of a kind of content: one field or more is required, the rest have defaults. */
type Input<T extends ContentDoc, Required extends keyof T> = Pick<T, Required> &
  Partial<Omit<T, Required | "_id" | "deletedAt" | "deletedBy" | "createdAt" | "updatedAt">>;

export type ProductInput = Input<ProductDoc, "title">;
export type SolutionInput = Input<SolutionDoc, "title">;
export type ProductReviewInput = Input<ProductReviewDoc, "productId" | "nickname" | "score" | "content">;
export type TeamMemberInput = Input<TeamMemberDoc, "name">;
export type DemoSiteInput = Input<DemoSiteDoc, "name">;

const withSafeDetail = <I extends { detailContent?: string }>(input: I): I =>
  input.detailContent === undefined ? input : { ...input, detailContent: richText(input.detailContent) };

const checkIndustry = async ({ categoryId }: { categoryId?: number | null }): Promise<void> => {
  if (categoryId !== undefined && categoryId !== null) await holdIndustry(categoryId);
};

/** ProductNotFound; IndustryNotFound for its categoryId. */
export const websiteProducts = contentStore<ProductDoc, ProductInput>({
  kind: "product",
  model: ProductModel,
  notFound: websiteErrors.ProductNotFound,
  named: "title",
  heavy: [
    "detailContent",
    "gallery",
    "stats",
    "pricingPlans",
    "features",
    "techStack",
    "changelog",
    "envRequirements",
    "seoTitle",
    "seoDescription",
  ],
  prepare: withSafeDetail,
  check: checkIndustry,
});

/** SolutionNotFound; IndustryNotFound for its categoryId. */
export const websiteSolutions = contentStore<SolutionDoc, SolutionInput>({
  kind: "solution",
  model: SolutionModel,
  notFound: websiteErrors.SolutionNotFound,
  named: "title",
  heavy: [
    "detailContent",
    "gallery",
    "features",
    "techStack",
    "changelog",
    "envRequirements",
    "seoTitle",
    "seoDescription",
  ],
  prepare: withSafeDetail,
  check: checkIndustry,
});

/** ProductReviewNotFound; ProductNotFound for its productId. */
export const websiteProductReviews = contentStore<ProductReviewDoc, ProductReviewInput>({
  kind: "product-review",
  model: ProductReviewModel,
  notFound: websiteErrors.ProductReviewNotFound,
  named: "content",
  newestFirst: true,
  async check({ productId }) {
    if (productId !== undefined) await websiteProducts.get(productId);
  },
});

/** TeamMemberNotFound. */
export const websiteTeam = contentStore<TeamMemberDoc, TeamMemberInput>({
  kind: "team",
  model: TeamMemberModel,
  notFound: websiteErrors.TeamMemberNotFound,
  named: "name",
});

/** DemoNotFound; ProductNotFound for its productId. */
export const websiteDemos = contentStore<DemoSiteDoc, DemoSiteInput>({
  kind: "demo",
  model: DemoSiteModel,
  notFound: websiteErrors.DemoNotFound,
  named: "name",
  async check({ productId }) {
    if (productId !== undefined && productId !== null) await websiteProducts.get(productId);
  },
});
