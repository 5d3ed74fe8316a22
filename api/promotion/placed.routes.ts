import { z } from "zod";
import { endpoint, open } from "#api/http/endpoint.js";
import { success } from "#api/http/envelope.js";
import { IdQuery } from "#api/http/fields.js";
import { CachedResponse } from "#api/http/cached/cachedResponse.js";
import { articles, banners } from "#shared/domains/promotion/index.js";
import { ArticleDetailView, ArticleView, BannerView, Position } from "./placed.schemas.js";
import { config } from "#shared/kernel/config/config.js";
import { articleDetailView, articleView, bannerView } from "./placed.views.js";

const PositionQuery = z.object({ position: Position });

/** Sent with an ETag, so that a client that has it gets 304. */
const cached = (path: string, schema: z.ZodType, data: unknown): CachedResponse => {
  // Tests check every response against its schema; production trusts the types.
  if (config.NODE_ENV === "test") schema.parse(data);
  return new CachedResponse(success(path, data));
};

const BANNERS = "/app-api/promotion/banner/list";
const bannerList = endpoint({
  method: "get",
  path: BANNERS,
  access: open(),
  hasEtag: true,
  summary: "Lists banners of a place: 1 home, 2 flash sale, 3 bargain and group-buy, 4 discounts, 5 rewards",
  input: { query: PositionQuery },
  output: z.array(BannerView),
  handle: async ({ query }) =>
    cached(BANNERS, z.array(BannerView), (await banners.shown(query.position)).map(bannerView)),
});

const ARTICLES = "/app-api/promotion/article/list";
const articleList = endpoint({
  method: "get",
  path: ARTICLES,
  access: open(),
  hasEtag: true,
  summary: "Lists articles of a place, without their content",
  input: { query: PositionQuery },
  output: z.array(ArticleView),
  handle: async ({ query }) =>
    cached(ARTICLES, z.array(ArticleView), (await articles.shown(query.position)).map(articleView)),
});

const ARTICLE = "/app-api/promotion/article/get";
const articleGet = endpoint({
  method: "get",
  path: ARTICLE,
  access: open(),
  hasEtag: true,
  summary: "Returns an article with its content",
  input: { query: IdQuery },
  output: ArticleDetailView,
  handle: async ({ query }) => cached(ARTICLE, ArticleDetailView, articleDetailView(await articles.getShown(query.id))),
});

export const placedEndpoints = [bannerList, articleList, articleGet];
