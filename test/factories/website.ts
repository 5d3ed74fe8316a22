import { createHash, randomBytes, randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import {
  savePages,
  SourceModel,
  websiteDemos,
  websiteIndustries,
  websitePolicies,
  websiteProductReviews,
  websiteProducts,
  websiteSolutions,
  websiteSources,
  websiteTeam,
  type DemoSiteInput,
  type PolicyInput,
  type ProductInput,
  type ProductReviewInput,
  type SolutionInput,
  type SourceInput,
  type TeamMemberInput,
} from "#shared/domains/website/index.js";
import type { IndustryInput } from "#shared/domains/website/content/industry.store.js";
import { clock, days } from "#shared/kernel/time/clock.js";
import { putObject } from "#shared/kernel/storage/storage.js";
import { startService } from "#test/support/service.js";

/** A name that no other test uses. */
export const fresh = (word: string): string => `${word} ${randomBytes(4).toString("hex")}`;

type Build<I> = (overrides?: Partial<I>) => Promise<number>;
const builder =
  <I extends object>(store: { create: (input: I) => Promise<number> }, defaults: () => I): Build<I> =>
  async (overrides = {}) => {
    await startService();
    return store.create({ ...defaults(), ...overrides });
  };

/** Each answers the id of a published row. */
export const buildIndustry = builder<IndustryInput>(websiteIndustries, () => ({ name: fresh("行业") }));
export const buildWebsiteProduct = builder<ProductInput>(websiteProducts, () => ({ title: fresh("产品") }));
export const buildSolution = builder<SolutionInput>(websiteSolutions, () => ({ title: fresh("方案") }));
export const buildSource = builder<SourceInput>(websiteSources, () => ({ name: fresh("源码"), version: "1.0.0" }));
export const buildTeamMember = builder<TeamMemberInput>(websiteTeam, () => ({ name: fresh("成员") }));
export const buildDemoSite = builder<DemoSiteInput>(websiteDemos, () => ({ name: fresh("演示") }));
export const buildPolicy = builder<PolicyInput>(websitePolicies, () => ({
  policyType: "privacy",
  title: "隐私政策",
  version: fresh("v"),
  content: "<p>条款</p>",
  effectiveAt: clock.after(-days(1)),
}));
export const buildWebsiteReview = async (
  productId: number,
  overrides: Partial<ProductReviewInput> = {},
): Promise<number> =>
  websiteProductReviews.create({ productId, nickname: "张三", score: 5, content: "很好用", ...overrides });
export const saveWebsitePages = savePages;

/** A small real archive. */
export const buildArchive = (bytes = randomBytes(200)): Buffer => gzipSync(bytes);

/** A source package with an object behind it; answers its id and the object's bytes. */
export async function buildSourceWithPackage(overrides: Partial<SourceInput> = {}): Promise<[number, Buffer]> {
  const id = await buildSource(overrides);
  const bytes = buildArchive();
  const key = `packages/test/${randomUUID()}`;
  await putObject(key, bytes, "application/gzip");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const attached = {
    key,
    fileName: "源码.tar.gz",
    contentType: "application/gzip",
    size: bytes.length,
    sha256,
    uploadId: 0,
  };
  await SourceModel.updateOne({ _id: id }, { $set: { package: attached } });
  return [id, bytes];
}
