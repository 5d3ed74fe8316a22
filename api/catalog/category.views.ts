import type { z } from "zod";
import type { CategoryDoc, CategoryWithChildren } from "#shared/domains/catalog/index.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import type { CategoryAdminView, CategoryView } from "./category.schemas.js";

const fieldsOf = (category: CategoryDoc) => ({
  id: category._id,
  parentId: category.parentId,
  name: category.name,
  picUrl: mediaUrl(category.picUrl),
  sort: category.sort,
  status: category.status,
});

export const categoryView = ({ category, children }: CategoryWithChildren): z.input<typeof CategoryView> => ({
  ...fieldsOf(category),
  subCategoryRespList: children?.map((child) => ({ ...fieldsOf(child), subCategoryRespList: null })) ?? null,
});

export const categoryAdminView = (category: CategoryDoc): z.input<typeof CategoryAdminView> => ({
  ...fieldsOf(category),
  description: category.description ?? "",
  createTime: category.createdAt.getTime(),
});
