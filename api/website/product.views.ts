import type { z } from "zod";
import type { ProductDoc, ProductReviewDoc } from "#shared/domains/website/index.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import type {
  ProductAdminView,
  ProductDetailView,
  ProductEntryView,
  ProductReviewAdminView,
  ProductReviewView,
} from "./product.schemas.js";
import { rowView, shownJson } from "./website.fields.js";

export type Names = ReadonlyMap<number, string>;

/** The name of a row's category; null without one, or when it is disabled. */
export const nameOf = (names: Names, id: number | null): string | null =>
  id === null ? null : (names.get(id) ?? null);

export const productEntryView = (product: ProductDoc, names: Names): z.input<typeof ProductEntryView> => ({
  id: product._id,
  title: product.title,
  subtitle: product.subtitle,
  thumbnail: mediaUrl(product.thumbnail),
  categoryId: product.categoryId,
  categoryName: nameOf(names, product.categoryId),
  description: product.description,
  tags: product.tags,
  demoUrl: product.demoUrl,
  sortOrder: product.sortOrder,
});

const detailOf = (product: ProductDoc) => ({
  detailContent: product.detailContent,
  gallery: shownJson(product.gallery),
  techTags: product.techTags,
  stats: shownJson(product.stats),
  pricingPlans: shownJson(product.pricingPlans),
  features: shownJson(product.features),
  techStack: shownJson(product.techStack),
  changelog: shownJson(product.changelog),
  envRequirements: shownJson(product.envRequirements),
  seoTitle: product.seoTitle,
  seoDescription: product.seoDescription,
});

export function productDetailView(product: ProductDoc, names: Names): z.input<typeof ProductDetailView> {
  const { sortOrder: _, ...entry } = productEntryView(product, names);
  return { ...entry, ...detailOf(product), createTime: product.createdAt.getTime() };
}

export function productAdminView(product: ProductDoc): z.input<typeof ProductAdminView> {
  const { categoryName: _, ...entry } = productEntryView(product, new Map());
  return { ...entry, ...detailOf(product), ...rowView(product), isCore: product.isCore };
}

export const productReviewView = (review: ProductReviewDoc): z.input<typeof ProductReviewView> => ({
  id: review._id,
  nickname: review.nickname,
  avatar: mediaUrl(review.avatar),
  score: review.score,
  content: review.content,
  createTime: review.createdAt.getTime(),
});

export const productReviewAdminView = (review: ProductReviewDoc): z.input<typeof ProductReviewAdminView> => ({
  ...productReviewView(review),
  ...rowView(review),
  productId: review.productId,
});
