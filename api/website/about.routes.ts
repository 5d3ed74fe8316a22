import { DateTime } from "luxon";
import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { given, LongId, optional } from "#api/http/fields.js";
import {
  policyInForce,
  withForce,
  readPage,
  savePages,
  websiteDemos,
  websitePolicies,
  websiteTeam,
} from "#shared/domains/website/index.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import {
  AboutSaveBody,
  AboutView,
  CompanyView,
  ContactView,
  DemoAdminView,
  demoFields,
  DemoView,
  PolicyAdminView,
  policyFields,
  PolicyQuery,
  PolicyView,
  SiteSaveBody,
  SiteView,
  TeamAdminView,
  teamFields,
  TeamMemberView,
} from "./about.schemas.js";
import {
  companyView,
  contactView,
  demoAdminView,
  demoView,
  policyAdminView,
  policyView,
  siteView,
  teamAdminView,
  teamMemberView,
} from "./about.views.js";
import { contentNoun } from "./contentNoun.js";
import { cachedRead } from "./cachedRead.js";

const BASE = "/app-api/website";
const ADMIN = "/admin-api/website";

const company = cachedRead({
  path: `${BASE}/about/company`,
  of: ["about"],
  output: CompanyView,
  read: () => readPage("company"),
  // There is only one company.
  view: (page) => ({ id: 1, ...companyView(page) }),
});

const contact = cachedRead({
  path: `${BASE}/about/contact`,
  of: ["about"],
  output: ContactView,
  read: () => readPage("contact"),
  view: contactView,
});

const getAbout = endpoint({
  method: "get",
  path: `${ADMIN}/about/get`,
  access: operator("website:about:query"),
  output: AboutView,
  handle: async () => ({ company: await readPage("company"), contact: await readPage("contact") }),
  view: (about) => ({ company: companyView(about.company), contact: contactView(about.contact) }),
});

const saveAbout = endpoint({
  method: "put",
  path: `${ADMIN}/about/save`,
  access: operator("website:about:update"),
  summary: "Updates the given fields of the company's page and contact data",
  input: { body: AboutSaveBody },
  output: z.boolean(),
  handle: ({ body }) =>
    savePages({ company: body.company && given(body.company), contact: body.contact && given(body.contact) }),
});

const siteInfo = cachedRead({
  path: `${BASE}/config/site-info`,
  of: ["site-config"],
  output: SiteView,
  read: () => readPage("site"),
  view: siteView,
});

const getSite = endpoint({
  method: "get",
  path: `${ADMIN}/site-config/get`,
  access: operator("website:site-config:query"),
  output: SiteView,
  handle: () => readPage("site"),
  view: siteView,
});

const saveSite = endpoint({
  method: "put",
  path: `${ADMIN}/site-config/save`,
  access: operator("website:site-config:update"),
  summary: "Updates the given fields of the site's configuration",
  input: { body: SiteSaveBody },
  output: z.boolean(),
  handle: ({ body }) => savePages({ site: given(body) }),
});

const team = cachedRead({
  path: `${BASE}/about/team`,
  of: ["team"],
  output: z.array(TeamMemberView),
  read: () => websiteTeam.listPublished(),
  view: (rows) => rows.map(teamMemberView),
});

const teamAdmin = contentNoun({
  store: websiteTeam,
  fields: teamFields,
  input: ({ sort, ...sent }) => ({ ...given(sent), ...(sort === undefined ? {} : { sortOrder: sort }) }),
  filter: {},
  output: TeamAdminView,
  view: teamAdminView,
});

const demos = cachedRead({
  path: `${BASE}/demo/list`,
  of: ["demo"],
  output: z.array(DemoView),
  read: () => websiteDemos.listPublished(),
  view: (rows) => rows.map(demoView),
});

const demoAdmin = contentNoun({
  store: websiteDemos,
  fields: demoFields,
  input: ({ status, ...sent }) => ({
    ...given(sent),
    ...(status === undefined ? {} : { published: status === EnabledStatus.enabled }),
  }),
  filter: { productId: optional(LongId) },
  output: DemoAdminView,
  view: demoAdminView,
});

const policy = cachedRead({
  path: `${BASE}/policy/get-by-type`,
  summary: "Returns the version of a policy that is in force",
  of: ["policy"],
  query: PolicyQuery,
  output: PolicyView,
  // A policy comes into force by time alone, so the key is the version in force.
  key: async ({ query }) => String(await policyInForce(query.policyType)),
  read: async ({ query }) => websitePolicies.getPublished(await policyInForce(query.policyType)),
  view: policyView,
});

/** A day starts at midnight in Asia/Shanghai. */
const momentOf = (date: number | string): Date =>
  typeof date === "number" ? new Date(date) : DateTime.fromISO(date, { zone: "Asia/Shanghai" }).toJSDate();

const policyAdmin = contentNoun({
  store: websitePolicies,
  fields: policyFields,
  input: ({ effectiveDate, ...sent }) => ({
    ...given(sent),
    ...(effectiveDate === undefined ? {} : { effectiveAt: momentOf(effectiveDate) }),
  }),
  filter: { policyType: optional(PolicyQuery.shape.policyType) },
  output: PolicyAdminView,
  join: withForce,
  view: policyAdminView,
});

export const websiteAboutEndpoints = [
  ...company,
  ...contact,
  getAbout,
  saveAbout,
  ...siteInfo,
  getSite,
  saveSite,
  ...team,
  ...teamAdmin,
  ...demos,
  ...demoAdmin,
  ...policy,
  ...policyAdmin,
];
