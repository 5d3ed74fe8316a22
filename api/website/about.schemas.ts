import { z } from "zod";
import {
  DateRange,
  LongId,
  longOf,
  Instant,
  nameText,
  optional,
  pageInput,
  pageOf,
  QueryBoolean,
  text,
  Time,
} from "#api/http/fields.js";
import { PictureUrlOrNone } from "#api/media/picture.schemas.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { ProductEntryView } from "./product.schemas.js";
import { SolutionEntryView } from "./solution.schemas.js";
import { IdOrNone, JsonField, JsonView, Link, maybe, placeFields, RichText, rowFields } from "./website.fields.js";

const int = z.number().int();
const string = z.string();

/** Degrees. */
const latitude = z.number().min(-90).max(90).nullable().optional();
const longitude = z.number().min(-180).max(180).nullable().optional();

export const CompanyView = z.object({
  id: int,
  hero: JsonView,
  advantages: JsonView,
  timeline: JsonView,
  partners: JsonView,
});
export const ContactView = z.object({
  companyName: string,
  slogan: string,
  address: string,
  phone: string,
  email: string,
  workingHours: string,
  mapLat: z.number().nullable(),
  mapLng: z.number().nullable(),
  qrCodeUrl: string,
});
export const AboutView = z.object({ company: CompanyView.omit({ id: true }), contact: ContactView });
export const AboutSaveBody = z.object({
  company: maybe(z.strictObject({ hero: JsonField, advantages: JsonField, timeline: JsonField, partners: JsonField })),
  contact: maybe(
    z.strictObject({
      companyName: maybe(nameText(100, 0)),
      slogan: maybe(text(200)),
      address: maybe(text(200)),
      phone: maybe(text(50)),
      email: maybe(text(100)),
      workingHours: maybe(text(100)),
      mapLat: latitude,
      mapLng: longitude,
      qrCodeUrl: maybe(PictureUrlOrNone),
    }),
  ),
});

export const SiteView = z.object({
  logo: string,
  companyName: string,
  phone: string,
  email: string,
  address: string,
  icp: string,
  policeIcp: string,
  socialQrcode: string,
  serviceQrcode: string,
  socialLinks: JsonView,
});
export const SiteSaveBody = z.object({
  logo: maybe(PictureUrlOrNone),
  companyName: maybe(nameText(100, 0)),
  phone: maybe(text(50)),
  email: maybe(text(100)),
  address: maybe(text(200)),
  icp: maybe(text(100)),
  policeIcp: maybe(text(100)),
  socialQrcode: maybe(PictureUrlOrNone),
  serviceQrcode: maybe(PictureUrlOrNone),
  socialLinks: JsonField,
});

const StatView = z.object({
  label: string,
  value: string,
  icon: string,
  numericVal: z.number().nullable(),
  suffix: string,
});
const homeJson = { partners: JsonView, banners: JsonView, hero: JsonView, advantages: JsonView, cta: JsonView };
export const HomeView = z.object({
  stats: z.array(StatView),
  solutions: z.array(SolutionEntryView),
  products: z.array(ProductEntryView),
  ...homeJson,
});
export const HomeConfigView = z.object({ stats: z.array(StatView), ...homeJson });
export const HomeSaveBody = z.object({
  stats: maybe(
    z
      .array(
        z.object({
          label: nameText(50),
          value: text(50, 1),
          icon: text(200).default(""),
          numericVal: z.number().nullable().default(null),
          suffix: text(20).default(""),
        }),
      )
      .max(20),
  ),
  partners: JsonField,
  banners: JsonField,
  hero: JsonField,
  advantages: JsonField,
  cta: JsonField,
});

export const TeamMemberView = z.object({
  id: int,
  name: string,
  title: string,
  avatar: string,
  description: string,
  sort: int,
});
/** `sort` is called sortOrder elsewhere. */
export const teamFields = {
  name: nameText(50),
  title: maybe(nameText(100, 0)),
  avatar: maybe(PictureUrlOrNone),
  description: maybe(text(1_000)),
  sort: placeFields.sortOrder,
  published: placeFields.published,
};
export const TeamAdminView = TeamMemberView.extend(rowFields).omit({ sortOrder: true });

const Account = z.object({ label: nameText(50), value: text(500) });
export const DemoView = z.object({
  id: int,
  productId: int.nullable(),
  name: string,
  demoUrl: string,
  adminUrl: string,
  username: string,
  password: string,
  description: string,
  status: int,
  sortOrder: int,
  screenshot: string,
  accounts: z.array(z.object({ label: string, value: string })),
  createTime: Time,
});
/** status 0 normal, 1 disabled: called published elsewhere. */
export const demoFields = {
  productId: IdOrNone,
  name: nameText(100),
  demoUrl: maybe(Link),
  adminUrl: maybe(Link),
  username: maybe(text(100)),
  password: maybe(text(100)),
  description: maybe(text(2_000)),
  screenshot: maybe(PictureUrlOrNone),
  accounts: maybe(z.array(Account).max(20)),
  status: maybe(longOf(Object.values(EnabledStatus))),
  sortOrder: placeFields.sortOrder,
};
export const DemoAdminView = DemoView.extend(rowFields).omit({ published: true });

const PolicyTypeField = z.enum(["privacy", "terms"]);
export const PolicyQuery = z.object({ policyType: PolicyTypeField });
export const PolicyView = z.object({
  id: int,
  policyType: string,
  title: string,
  version: string,
  content: string,
  effectiveDate: Time,
});
export const policyFields = {
  policyType: PolicyTypeField,
  title: nameText(100),
  version: text(50, 1),
  content: RichText.min(1),
  /** Epoch ms, or a day (yyyy-MM-dd), which starts at midnight in Asia/Shanghai. */
  effectiveDate: z.union([Instant, z.iso.date()]).meta({
    override: { description: "Epoch milliseconds, or yyyy-MM-dd: from the beginning of that day in Asia/Shanghai" },
  }),
  ...placeFields,
};
/** inForce: the current one of its type. */
export const PolicyAdminView = PolicyView.extend({ ...rowFields, inForce: z.boolean() });

export const MessageBody = z.object({
  name: nameText(50),
  email: z.string().trim().max(100).pipe(z.email()),
  subject: text(200, 1),
  message: text(2_000, 1),
});
export const MessagePageQuery = pageInput({
  keyword: optional(text(100)),
  handled: optional(QueryBoolean),
  createTime: DateRange,
});
export const MessageView = z.object({
  id: int,
  name: string,
  email: string,
  subject: string,
  message: string,
  ip: string,
  handled: z.boolean(),
  handledTime: Time.nullable(),
  handledBy: int.nullable(),
  remark: string,
  createTime: Time,
});
export const MessagePageView = pageOf(MessageView);
export const MessageHandleBody = z.object({ id: LongId, handled: z.boolean(), remark: maybe(text(500)) });
