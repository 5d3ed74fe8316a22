import { createHash } from "node:crypto";
import {
  IndustryModel,
  MessageModel,
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
  type SourcePackage,
} from "#shared/domains/website/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { ensureBucket, putObject } from "#shared/kernel/storage/storage.js";
import { tarGz } from "./websiteArchive.js";
import { message, pages, policies, team } from "./websitePages.js";
import { demos, industries, products, reviews } from "./websiteProducts.js";
import { solutions, sources, type DemoSource } from "./websiteSolutions.js";

/** The demo's website, in one transaction: all of it or, where there is one already, nothing. */
export async function seedWebsite(): Promise<void> {
  if (await IndustryModel.exists({})) return;
  // Each under its own key, so that storing it again changes nothing.
  const packages = await Promise.all(sources.map(storePackage));
  await inTransaction(async () => {
    const industryIds = await seedIndustries();
    const idOf = (industry: string): number => found(industryIds, industry);
    const productIds = new Map<string, number>();
    for (const [key, { industry, ...product }] of Object.entries(products))
      productIds.set(key, await websiteProducts.create({ ...product, categoryId: idOf(industry) }));
    for (const { product, ...review } of reviews)
      await websiteProductReviews.create({ ...review, productId: found(productIds, product) });
    for (const { industry, ...solution } of solutions)
      await websiteSolutions.create({ ...solution, categoryId: idOf(industry) });
    for (const [index, { industry, file: _, about: __, ...source }] of sources.entries()) {
      const id = await websiteSources.create({ ...source, categoryId: idOf(industry) });
      await SourceModel.updateOne({ _id: id }, { $set: { package: packages[index] } });
    }
    for (const member of team) await websiteTeam.create(member);
    for (const { product, ...demo } of demos)
      await websiteDemos.create({ ...demo, productId: found(productIds, product) });
    for (const policy of policies) await websitePolicies.create(policy);
    await savePages(pages);
    await MessageModel.create([{ ...message, _id: await nextId("websiteMessages") }]);
  });
}

async function seedIndustries(): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  let sortOrder = 0;
  for (const [key, { name, description, children = {}, disabled = false }] of Object.entries(industries)) {
    const parentId = await websiteIndustries.create({
      name,
      description,
      sortOrder: ++sortOrder,
      published: !disabled,
    });
    ids.set(key, parentId);
    for (const [childKey, childName] of Object.entries(children))
      ids.set(childKey, await websiteIndustries.create({ name: childName, parentId, sortOrder: ++sortOrder }));
  }
  return ids;
}

function found(ids: ReadonlyMap<string, number>, key: string): number {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`the website's content names ${key}, which is not there`);
  return id;
}

async function storePackage({ name, version, file, about }: DemoSource): Promise<SourcePackage> {
  const bytes = tarGz({
    "README.md": `# ${name} ${version ?? ""}\n\n${about}\n`,
    "package.json": `${JSON.stringify({ name: file.replace(/-[\d.]+\.tar\.gz$/, ""), version }, null, 2)}\n`,
  });
  const key = `packages/demo/${file}`;
  await ensureBucket();
  await putObject(key, bytes, "application/gzip");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { key, fileName: file, contentType: "application/gzip", size: bytes.length, sha256, uploadId: 0 };
}
