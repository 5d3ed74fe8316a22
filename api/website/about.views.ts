import type { z } from "zod";
import type {
  DemoSiteDoc,
  LabelledValue,
  MessageDoc,
  Pages,
  PolicyDoc,
  TeamMemberDoc,
} from "#shared/domains/website/index.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import type {
  ContactView,
  DemoAdminView,
  DemoView,
  HomeConfigView,
  MessageView,
  PolicyAdminView,
  PolicyView,
  SiteView,
  TeamAdminView,
  TeamMemberView,
} from "./about.schemas.js";
import { rowView, shownJson } from "./website.fields.js";

export const companyView = ({ hero, advantages, timeline, partners }: Pages["company"]) => ({
  hero: shownJson(hero),
  advantages: shownJson(advantages),
  timeline: shownJson(timeline),
  partners: shownJson(partners),
});

export const contactView = (contact: Pages["contact"]): z.input<typeof ContactView> => ({
  companyName: contact.companyName,
  slogan: contact.slogan,
  address: contact.address,
  phone: contact.phone,
  email: contact.email,
  workingHours: contact.workingHours,
  mapLat: contact.mapLat,
  mapLng: contact.mapLng,
  qrCodeUrl: mediaUrl(contact.qrCodeUrl),
});

export const siteView = (site: Pages["site"]): z.input<typeof SiteView> => ({
  logo: mediaUrl(site.logo),
  companyName: site.companyName,
  phone: site.phone,
  email: site.email,
  address: site.address,
  icp: site.icp,
  policeIcp: site.policeIcp,
  socialQrcode: mediaUrl(site.socialQrcode),
  serviceQrcode: mediaUrl(site.serviceQrcode),
  socialLinks: shownJson(site.socialLinks),
});

export const homeConfigView = (home: Pages["home"]): z.input<typeof HomeConfigView> => ({
  stats: home.stats,
  partners: shownJson(home.partners),
  banners: shownJson(home.banners),
  hero: shownJson(home.hero),
  advantages: shownJson(home.advantages),
  cta: shownJson(home.cta),
});

export const teamMemberView = (one: TeamMemberDoc): z.input<typeof TeamMemberView> => ({
  id: one._id,
  name: one.name,
  title: one.title,
  avatar: mediaUrl(one.avatar),
  description: one.description,
  sort: one.sortOrder,
});

export function teamAdminView(one: TeamMemberDoc): z.input<typeof TeamAdminView> {
  const { sortOrder: _, ...row } = rowView(one);
  return { ...teamMemberView(one), ...row };
}

const plainDemoView = (demo: DemoSiteDoc): z.input<typeof DemoView> => ({
  id: demo._id,
  productId: demo.productId,
  name: demo.name,
  demoUrl: demo.demoUrl,
  adminUrl: demo.adminUrl,
  username: demo.username,
  password: demo.password,
  description: demo.description,
  status: demo.published ? EnabledStatus.enabled : EnabledStatus.disabled,
  sortOrder: demo.sortOrder,
  screenshot: mediaUrl(demo.screenshot),
  accounts: demo.accounts.map(({ label, value }) => ({ label, value })),
  createTime: demo.createdAt.getTime(),
});

/** For visitors: accounts built from the other fields where none are stored (rules: Website). */
export const demoView = (demo: DemoSiteDoc): z.input<typeof DemoView> => ({
  ...plainDemoView(demo),
  accounts: demo.accounts.length > 0 ? plainDemoView(demo).accounts : accountsOf(demo),
});

const accountsOf = ({ username, password, demoUrl, adminUrl }: DemoSiteDoc): LabelledValue[] =>
  [
    { label: "用户名", value: username },
    { label: "密码", value: password },
    { label: "演示地址", value: demoUrl },
    { label: "后台地址", value: adminUrl },
  ].filter(({ value }) => value !== "");

/** As stored. */
export function demoAdminView(demo: DemoSiteDoc): z.input<typeof DemoAdminView> {
  const { published: _, ...row } = rowView(demo);
  return { ...plainDemoView(demo), ...row };
}

export const policyView = (policy: PolicyDoc): z.input<typeof PolicyView> => ({
  id: policy._id,
  policyType: policy.policyType,
  title: policy.title,
  version: policy.version,
  content: policy.content,
  effectiveDate: policy.effectiveAt.getTime(),
});

export const policyAdminView = (policy: PolicyDoc & { inForce: boolean }): z.input<typeof PolicyAdminView> => ({
  ...policyView(policy),
  ...rowView(policy),
  inForce: policy.inForce,
});

export const messageView = (message: MessageDoc): z.input<typeof MessageView> => ({
  id: message._id,
  name: message.name,
  email: message.email,
  subject: message.subject,
  message: message.message,
  ip: message.ip,
  handled: message.handled,
  handledTime: message.handledAt?.getTime() ?? null,
  handledBy: message.handledBy,
  remark: message.remark,
  createTime: message.createdAt.getTime(),
});
