import { defineModel, inTransaction } from "#shared/kernel/mongo/mongo.js";
import { recordContentChange, type Json } from "./content.js";
import type { ContentKind } from "./contentVersion.js";

/** Pages that exist once each. Pictures are keys in object storage, or full addresses. */
export interface Pages {
  company: { hero: Json; advantages: Json; timeline: Json; partners: Json };
  contact: {
    companyName: string;
    slogan: string;
    address: string;
    phone: string;
    email: string;
    workingHours: string;
    /** Degrees. */
    mapLat: number | null;
    mapLng: number | null;
    qrCodeUrl: string;
  };
  site: {
    logo: string;
    companyName: string;
    phone: string;
    email: string;
    address: string;
    icp: string;
    policeIcp: string;
    socialQrcode: string;
    serviceQrcode: string;
    socialLinks: Json;
  };
  home: { stats: StatItem[]; partners: Json; banners: Json; hero: Json; advantages: Json; cta: Json };
}
interface StatItem {
  label: string;
  value: string;
  icon: string;
  numericVal: number | null;
  suffix: string;
}
type PageName = keyof Pages;

const kindOfPage = {
  company: "about",
  contact: "about",
  site: "site-config",
  home: "home-config",
} as const satisfies Record<PageName, ContentKind>;

const blank: Pages = {
  company: { hero: null, advantages: null, timeline: null, partners: null },
  contact: {
    companyName: "",
    slogan: "",
    address: "",
    phone: "",
    email: "",
    workingHours: "",
    mapLat: null,
    mapLng: null,
    qrCodeUrl: "",
  },
  site: {
    logo: "",
    companyName: "",
    phone: "",
    email: "",
    address: "",
    icp: "",
    policeIcp: "",
    socialQrcode: "",
    serviceQrcode: "",
    socialLinks: null,
  },
  home: { stats: [], partners: null, banners: null, hero: null, advantages: null, cta: null },
};

interface PageRow {
  _id: PageName;
  content: object;
}
const PageModel = defineModel<PageRow>("websitePages", {
  _id: { type: String, required: true },
  content: { type: Object, required: true },
});

/** The saved fields of a page; blank ones for the rest. */
export async function readPage<N extends PageName>(name: N): Promise<Pages[N]> {
  const row = await PageModel.findById(name).lean<PageRow>();
  return { ...blank[name], ...row?.content } as Pages[N];
}

/** Saves the given fields, of several pages together; absent fields stay. */
export async function savePages(changes: { [N in PageName]?: Partial<Pages[N]> | undefined }): Promise<true> {
  return inTransaction<true>(async () => {
    for (const name of Object.keys(changes) as PageName[]) {
      const given = changes[name];
      if (given === undefined) continue;
      const before = await readPage(name);
      await PageModel.updateOne({ _id: name }, { $set: { content: { ...before, ...given } } }, { upsert: true });
      await recordContentChange(kindOfPage[name], "save", name, { before, after: given });
    }
    return true;
  });
}
