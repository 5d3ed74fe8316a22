import { literal } from "#shared/kernel/lists/filters.js";
import type { Model, QueryFilter } from "mongoose";
import { BrandModel, CategoryModel, SkuModel, SpuModel } from "#shared/domains/catalog/index.js";
import { deleteFile, getFile } from "#shared/domains/media/index.js";
import { MemberLevelModel } from "#shared/domains/member/index.js";
import { ArticleModel, BannerModel, DiscountActivityModel } from "#shared/domains/promotion/index.js";
import { ProductModel, SolutionModel, TeamMemberModel } from "#shared/domains/website/index.js";
import { withDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import { operationsErrors } from "./operations.errors.js";

interface Use {
  what: string;
  model: Model<never>;
  /** Fields that hold a picture, and texts that may contain one. */
  pictures: string[];
  texts?: string[];
}
const use = (what: string, model: unknown, pictures: string[], texts: string[] = []): Use => ({
  what,
  model: model as Model<never>,
  pictures,
  texts,
});

/**
 * The uses of pictures in the shop and the site, including deleted and unpublished content, as that can be restored. The
 * site's own pages (home, galleries) are not searched.
 */
const uses: Use[] = [
  use(
    "product",
    SpuModel,
    ["picUrl", "sliderPicUrls"],
    ["description", "descriptionOne", "descriptionTwo", "descriptionThree"],
  ),
  use("product variant", SkuModel, ["picUrl"]),
  use("brand", BrandModel, ["picUrl"]),
  use("category", CategoryModel, ["picUrl"]),
  use("banner", BannerModel, ["picUrl"]),
  use("article", ArticleModel, ["picUrl"], ["content"]),
  use("discount activity", DiscountActivityModel, ["imgUrl"]),
  use("member level", MemberLevelModel, ["icon"]),
  use("website product", ProductModel, ["thumbnail"], ["detailContent"]),
  use("website solution", SolutionModel, ["thumbnail"], ["detailContent"]),
  use("team member", TeamMemberModel, ["avatar"]),
];

/**
 * Deletes an operator's file that is not used: scans each of those collections, as none is indexed by its pictures and
 * operators rarely delete files. FileNotFound; FileInUse names the first use.
 */
export async function deleteUnusedFile(fileId: number): Promise<true> {
  const { key } = await getFile(fileId);
  const named = { $in: [key, mediaUrl(key)] };
  const inside = new RegExp(literal(key));
  for (const { what, model, pictures, texts = [] } of uses) {
    const $or = [...pictures.map((field) => ({ [field]: named })), ...texts.map((field) => ({ [field]: inside }))];
    const found = await withDeleted(model.findOne({ $or } as QueryFilter<never>, { _id: 1 })).lean<{ _id: number }>();
    if (found) throw operationsErrors.FileInUse({ what: `${what} ${found._id}` });
  }
  return deleteFile(fileId);
}
