import { clock } from "#shared/kernel/time/clock.js";
import { contentStore } from "../content/content.js";
import { holdIndustry } from "../content/industry.store.js";
import { SourceModel, type SourceDoc } from "./source.model.js";
import { websiteErrors } from "../website.errors.js";

export type SourceInput = Pick<SourceDoc, "name"> &
  Partial<
    Pick<
      SourceDoc,
      | "version"
      | "icon"
      | "description"
      | "envTags"
      | "categoryId"
      | "changelog"
      | "envRequirements"
      | "sortOrder"
      | "published"
    >
  >;

/** SourceNotFound; IndustryNotFound for its categoryId. */
export const websiteSources = contentStore<SourceDoc, SourceInput>({
  kind: "source",
  model: SourceModel,
  notFound: websiteErrors.SourceNotFound,
  named: "name",
  heavy: ["changelog", "envRequirements"],
  prepare: (input) => ({ ...input, changedAt: clock.now() }),
  async check({ categoryId }) {
    if (categoryId !== undefined && categoryId !== null) await holdIndustry(categoryId);
  },
});
