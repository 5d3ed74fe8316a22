import { z } from "zod";
import { optional, pageInput, pageOf, text, Time } from "#api/http/fields.js";

const name = optional(text(100));
export const BrandListBody = z.object({ name });
export const BrandPageBody = pageInput({ name });

export const BrandView = z.object({
  id: z.number().int(),
  name: z.string(),
  picUrl: z.string(),
  sort: z.number().int(),
  description: z.string(),
  status: z.number().int(),
  createTime: Time,
});
export const BrandListView = z.array(BrandView);
export const BrandPageView = pageOf(BrandView);
