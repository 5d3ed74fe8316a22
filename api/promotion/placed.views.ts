import type { z } from "zod";
import type { ArticleDoc, BannerDoc, PlacedDoc } from "#shared/domains/promotion/index.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import type {
  ArticleAdminView,
  ArticleDetailView,
  ArticleView,
  BannerAdminView,
  BannerView,
} from "./placed.schemas.js";

export const bannerView = (row: BannerDoc): z.input<typeof BannerView> => ({
  id: row._id,
  title: row.title,
  url: row.url,
  picUrl: mediaUrl(row.picUrl),
  position: row.position,
  sort: row.sort,
});

export const articleView = (row: ArticleDoc): z.input<typeof ArticleView> => ({
  ...bannerView(row),
  introduction: row.introduction,
  createTime: row.createdAt.getTime(),
});

export const articleDetailView = (row: ArticleDoc): z.input<typeof ArticleDetailView> => ({
  ...articleView(row),
  content: row.content,
});

const adminFields = (row: PlacedDoc) => ({
  status: row.status,
  memo: row.memo,
  createTime: row.createdAt.getTime(),
  updateTime: row.updatedAt.getTime(),
});
export const bannerAdminView = (row: BannerDoc): z.input<typeof BannerAdminView> => ({
  ...bannerView(row),
  ...adminFields(row),
});
export const articleAdminView = (row: ArticleDoc): z.input<typeof ArticleAdminView> => ({
  ...articleDetailView(row),
  ...adminFields(row),
});
