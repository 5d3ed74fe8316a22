import type { z } from "zod";
import type { BrandDoc } from "#shared/domains/catalog/index.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import type { BrandView } from "./brand.schemas.js";

export const brandView = (brand: BrandDoc): z.input<typeof BrandView> => ({
  id: brand._id,
  name: brand.name,
  picUrl: mediaUrl(brand.picUrl),
  sort: brand.sort,
  description: brand.description,
  status: brand.status,
  createTime: brand.createdAt.getTime(),
});
