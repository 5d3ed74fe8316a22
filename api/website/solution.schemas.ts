import { z } from "zod";
import { LongId, longOf, nameText, optional, text, Time } from "#api/http/fields.js";
import { PictureUrlOrNone } from "#api/media/picture.schemas.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
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

const int = z.number().int();

export const SolutionQuery = z.object({
  categoryId: optional(LongId),
  deployType: optional(text(50)),
  keyword: optional(text(100)),
});
export const SolutionEntryView = z.object({
  id: int,
  title: z.string(),
  subtitle: z.string(),
  thumbnail: z.string(),
  description: z.string(),
  categoryId: int.nullable(),
  categoryName: z.string().nullable(),
  deployType: z.string(),
  isHot: z.boolean(),
  version: z.string(),
  tags: z.array(z.string()),
  demoUrl: z.string(),
  sortOrder: int,
});
const detailFields = {
  detailContent: z.string(),
  gallery: JsonView,
  techTags: z.array(z.string()),
  features: JsonView,
  techStack: JsonView,
  changelog: JsonView,
  envRequirements: JsonView,
  seoTitle: z.string(),
  seoDescription: z.string(),
};
export const SolutionDetailView = SolutionEntryView.extend({ ...detailFields, createTime: Time, updateTime: Time });

export const solutionFields = {
  title: nameText(100),
  subtitle: maybe(nameText(200, 0)),
  thumbnail: maybe(PictureUrlOrNone),
  description: maybe(text(2_000)),
  detailContent: maybe(RichText),
  categoryId: IdOrNone,
  deployType: maybe(text(50)),
  isHot: maybe(z.boolean()),
  version: maybe(text(50)),
  tags: maybe(Tags),
  techTags: maybe(Tags),
  gallery: JsonField,
  features: JsonField,
  techStack: JsonField,
  changelog: JsonField,
  envRequirements: JsonField,
  seoTitle: maybe(nameText(200, 0)),
  seoDescription: maybe(text(500)),
  demoUrl: maybe(Link),
  isRecommended: maybe(z.boolean()),
  ...placeFields,
};
export const SolutionAdminView = SolutionEntryView.omit({ categoryName: true }).extend({
  ...detailFields,
  ...rowFields,
  isRecommended: z.boolean(),
});

export const IndustryBranchView = z
  .object({
    id: int,
    parentId: int,
    name: z.string(),
    level: int,
    sortOrder: int,
    icon: z.string(),
    description: z.string(),
    status: int,
    get children() {
      return z.array(IndustryBranchView);
    },
  })
  .meta({ id: "IndustryCategory" });

/** status 0 normal, 1 disabled: called published elsewhere. */
export const industryFields = {
  parentId: maybe(z.union([z.literal(0), LongId])),
  name: nameText(50),
  icon: maybe(PictureUrlOrNone),
  description: maybe(text(500)),
  status: maybe(longOf(Object.values(EnabledStatus))),
  sortOrder: placeFields.sortOrder,
};
export const IndustryAdminView = z.object(rowFields).omit({ published: true }).extend({
  parentId: int,
  name: z.string(),
  icon: z.string(),
  description: z.string(),
  status: int,
});
