import type { z } from "zod";
import type { IndustryBranch, IndustryDoc, SolutionDoc } from "#shared/domains/website/index.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import { nameOf, type Names } from "./product.views.js";
import type {
  IndustryAdminView,
  IndustryBranchView,
  SolutionAdminView,
  SolutionDetailView,
  SolutionEntryView,
} from "./solution.schemas.js";
import { rowView, shownJson } from "./website.fields.js";

export const solutionEntryView = (solution: SolutionDoc, names: Names): z.input<typeof SolutionEntryView> => ({
  id: solution._id,
  title: solution.title,
  subtitle: solution.subtitle,
  thumbnail: mediaUrl(solution.thumbnail),
  description: solution.description,
  categoryId: solution.categoryId,
  categoryName: nameOf(names, solution.categoryId),
  deployType: solution.deployType,
  isHot: solution.isHot,
  version: solution.version,
  tags: solution.tags,
  demoUrl: solution.demoUrl,
  sortOrder: solution.sortOrder,
});

const detailOf = (solution: SolutionDoc) => ({
  detailContent: solution.detailContent,
  gallery: shownJson(solution.gallery),
  techTags: solution.techTags,
  features: shownJson(solution.features),
  techStack: shownJson(solution.techStack),
  changelog: shownJson(solution.changelog),
  envRequirements: shownJson(solution.envRequirements),
  seoTitle: solution.seoTitle,
  seoDescription: solution.seoDescription,
});

export const solutionDetailView = (solution: SolutionDoc, names: Names): z.input<typeof SolutionDetailView> => ({
  ...solutionEntryView(solution, names),
  ...detailOf(solution),
  createTime: solution.createdAt.getTime(),
  updateTime: solution.updatedAt.getTime(),
});

export function solutionAdminView(solution: SolutionDoc): z.input<typeof SolutionAdminView> {
  const { categoryName: _, ...entry } = solutionEntryView(solution, new Map());
  return { ...entry, ...detailOf(solution), ...rowView(solution), isRecommended: solution.isRecommended };
}

const statusOf = ({ published }: IndustryDoc): number => (published ? EnabledStatus.enabled : EnabledStatus.disabled);

export const industryBranchView = ({
  industry,
  level,
  children,
}: IndustryBranch): z.input<typeof IndustryBranchView> => ({
  id: industry._id,
  parentId: industry.parentId,
  name: industry.name,
  level,
  sortOrder: industry.sortOrder,
  icon: mediaUrl(industry.icon),
  description: industry.description,
  status: statusOf(industry),
  children: children.map(industryBranchView),
});

export function industryAdminView(industry: IndustryDoc): z.input<typeof IndustryAdminView> {
  const { published: _, ...row } = rowView(industry);
  return {
    ...row,
    parentId: industry.parentId,
    name: industry.name,
    icon: mediaUrl(industry.icon),
    description: industry.description,
    status: statusOf(industry),
  };
}
