import { z } from "zod";
import { LongId, nameText, optional, pageInput, pageOf, text, Time } from "#api/http/fields.js";
import { PictureUrlOrNone } from "#api/media/picture.schemas.js";
import {
  IdOrNone,
  JsonField,
  JsonView,
  Link,
  maybe,
  placeFields,
  RichText,
  rowFields,
  Tags,
} from "./website.fields.js";

export const IdParam = z.object({ id: LongId });
const int = z.number().int();

export const ProductQuery = z.object({ categoryId: optional(LongId) });
export const ProductEntryView = z.object({
  id: int,
  title: z.string(),
  subtitle: z.string(),
  thumbnail: z.string(),
  categoryId: int.nullable(),
  categoryName: z.string().nullable(),
  description: z.string(),
  tags: z.array(z.string()),
  demoUrl: z.string(),
  sortOrder: int,
});
const detailFields = {
  detailContent: z.string(),
  gallery: JsonView,
  techTags: z.array(z.string()),
  stats: JsonView,
  pricingPlans: JsonView,
  features: JsonView,
  techStack: JsonView,
  changelog: JsonView,
  envRequirements: JsonView,
  seoTitle: z.string(),
  seoDescription: z.string(),
};
export const ProductDetailView = ProductEntryView.omit({ sortOrder: true }).extend({
  ...detailFields,
  createTime: Time,
});

export const productFields = {
  title: nameText(100),
  subtitle: maybe(nameText(200, 0)),
  thumbnail: maybe(PictureUrlOrNone),
  description: maybe(text(2_000)),
  detailContent: maybe(RichText),
  categoryId: IdOrNone,
  gallery: JsonField,
  tags: maybe(Tags),
  techTags: maybe(Tags),
  stats: JsonField,
  pricingPlans: JsonField,
  features: JsonField,
  techStack: JsonField,
  changelog: JsonField,
  envRequirements: JsonField,
  seoTitle: maybe(nameText(200, 0)),
  seoDescription: maybe(text(500)),
  demoUrl: maybe(Link),
  isCore: maybe(z.boolean()),
  ...placeFields,
};
export const ProductAdminView = ProductEntryView.omit({ categoryName: true }).extend({
  ...detailFields,
  ...rowFields,
  isCore: z.boolean(),
});

export const ReviewPageQuery = pageInput({});
export const ProductReviewView = z.object({
  id: int,
  nickname: z.string(),
  avatar: z.string(),
  score: int,
  content: z.string(),
  createTime: Time,
});
export const ProductReviewPageView = pageOf(ProductReviewView);

export const productReviewFields = {
  productId: LongId,
  nickname: nameText(50),
  avatar: maybe(PictureUrlOrNone),
  score: z.number().int().min(1).max(5),
  content: text(1_000, 1),
  ...placeFields,
};
export const ProductReviewAdminView = ProductReviewView.extend({ ...rowFields, productId: int });
