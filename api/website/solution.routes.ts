import { z } from "zod";
import { given, Long, LongId, optional, text } from "#api/http/fields.js";
import {
  industryNames,
  industryTree,
  listRelatedSolutions,
  listSolutions,
  websiteIndustries,
  websiteSolutions,
} from "#shared/domains/website/index.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { contentNoun } from "./contentNoun.js";
import { cachedRead } from "./cachedRead.js";
import { IdParam } from "./product.schemas.js";
import {
  IndustryAdminView,
  IndustryBranchView,
  industryFields,
  SolutionAdminView,
  SolutionDetailView,
  SolutionEntryView,
  solutionFields,
  SolutionQuery,
} from "./solution.schemas.js";
import {
  industryAdminView,
  industryBranchView,
  solutionAdminView,
  solutionDetailView,
  solutionEntryView,
} from "./solution.views.js";

const BASE = "/app-api/website/solution";
/** The release notes' own path (rules: Interface): the same responses. */
const TWIN = "/api/solution";
const of = ["solution", "solution-category"] as const;

const categories = cachedRead({
  path: [`${BASE}/categories`, `${TWIN}/categories`],
  summary: "Returns the tree of industry categories in use",
  of: ["solution-category"],
  output: z.array(IndustryBranchView),
  read: () => industryTree(),
  view: (tree) => tree.map(industryBranchView),
});

const list = cachedRead({
  path: [`${BASE}/list`, `${TWIN}/list`],
  summary: "Lists solutions, optionally of a category and its subcategories",
  of,
  query: SolutionQuery,
  output: z.array(SolutionEntryView),
  read: async ({ query }) => ({ solutions: await listSolutions(query), names: await industryNames() }),
  view: ({ solutions, names }) => solutions.map((solution) => solutionEntryView(solution, names)),
});

const detail = cachedRead({
  path: [`${BASE}/:id`, `${TWIN}/:id`],
  of,
  params: IdParam,
  output: SolutionDetailView,
  read: async ({ params }) => ({
    solution: await websiteSolutions.getPublished(params.id),
    names: await industryNames(),
  }),
  view: ({ solution, names }) => solutionDetailView(solution, names),
});

const related = cachedRead({
  path: `${BASE}/:id/related`,
  summary: "Lists solutions of the same category or with the same tags",
  of,
  params: IdParam,
  output: z.array(SolutionEntryView),
  read: async ({ params }) => ({ solutions: await listRelatedSolutions(params.id), names: await industryNames() }),
  view: ({ solutions, names }) => solutions.map((solution) => solutionEntryView(solution, names)),
});

const admin = contentNoun({
  store: websiteSolutions,
  fields: solutionFields,
  input: given,
  filter: { categoryId: optional(LongId), deployType: optional(text(50)) },
  output: SolutionAdminView,
  view: solutionAdminView,
});

const categoryAdmin = contentNoun({
  store: websiteIndustries,
  fields: industryFields,
  input: ({ status, ...sent }) => ({
    ...given(sent),
    ...(status === undefined ? {} : { published: status === EnabledStatus.enabled }),
  }),
  filter: { parentId: optional(Long) },
  output: IndustryAdminView,
  view: industryAdminView,
});

export const websiteSolutionEndpoints = [...categories, ...list, ...detail, ...related, ...admin, ...categoryAdmin];
