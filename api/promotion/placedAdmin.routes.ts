import { z } from "zod";
import { endpoint, operator, type Endpoint } from "#api/http/endpoint.js";
import { given, IdQuery } from "#api/http/fields.js";
import { articles, banners, type PlacedContent, type PlacedDoc } from "#shared/domains/promotion/index.js";
import type { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import {
  ArticleAdminPage,
  ArticleAdminView,
  ArticleCreateBody,
  ArticleUpdateBody,
  BannerAdminPage,
  BannerAdminView,
  BannerCreateBody,
  BannerUpdateBody,
  PlacedPageQuery,
  PlacedStatusBody,
} from "./placed.schemas.js";
import { articleAdminView, bannerAdminView } from "./placed.views.js";

const at = (noun: string, verb: string): string => `/admin-api/promotion/${noun}/${verb}`;
const may = (noun: string, verb: string) => operator(`promotion:${noun}:${verb}`);

const writes = [
  endpoint({
    method: "post",
    path: at("banner", "create"),
    access: may("banner", "create"),
    summary: "Creates a banner and returns its id",
    input: { body: BannerCreateBody },
    output: z.number().int(),
    handle: ({ body }) => banners.create(given(body)),
  }),
  endpoint({
    method: "put",
    path: at("banner", "update"),
    access: may("banner", "update"),
    summary: "Updates the given fields of a banner",
    input: { body: BannerUpdateBody },
    output: z.boolean(),
    handle: ({ body: { id, ...change } }) => banners.update(id, given(change)),
  }),
  endpoint({
    method: "post",
    path: at("article", "create"),
    access: may("article", "create"),
    summary: "Creates an article and returns its id",
    input: { body: ArticleCreateBody },
    output: z.number().int(),
    handle: ({ body }) => articles.create(given(body)),
  }),
  endpoint({
    method: "put",
    path: at("article", "update"),
    access: may("article", "update"),
    summary: "Updates the given fields of an article",
    input: { body: ArticleUpdateBody },
    output: z.boolean(),
    handle: ({ body: { id, ...change } }) => articles.update(id, given(change)),
  }),
];

/** The endpoints that banners and articles share. */
function others<T extends PlacedDoc, V extends z.ZodType, P extends z.ZodType>(
  noun: string,
  content: PlacedContent<T, { status?: EnabledStatus }>,
  { one, page, view }: { one: V; page: P; view: (row: T) => z.input<V> },
): Endpoint[] {
  return [
    endpoint({
      method: "put",
      path: at(noun, "update-status"),
      access: may(noun, "update"),
      summary: "Shows (0) or hides (1) the content",
      input: { body: PlacedStatusBody },
      output: z.boolean(),
      handle: ({ body }) => content.update(body.id, { status: body.status }),
    }),
    endpoint({
      method: "delete",
      path: at(noun, "delete"),
      access: may(noun, "delete"),
      input: { query: IdQuery },
      output: z.boolean(),
      handle: ({ query }) => content.remove(query.id),
    }),
    endpoint({
      method: "get",
      path: at(noun, "get"),
      access: may(noun, "query"),
      input: { query: IdQuery },
      output: one,
      handle: ({ query }) => content.get(query.id),
      view: view as (row: T) => never,
    }),
    endpoint({
      method: "get",
      path: at(noun, "page"),
      access: may(noun, "query"),
      summary: "Lists the content, newest first",
      input: { query: PlacedPageQuery },
      output: page,
      handle: ({ query: { createTime, pageNo, pageSize, ...search } }) =>
        content.page({ ...search, createdBetween: createTime }, { pageNo, pageSize }),
      view: (({ list, total }: { list: T[]; total: number }) => ({ list: list.map(view), total })) as () => never,
    }),
  ];
}

export const placedAdminEndpoints = [
  ...writes,
  ...others("banner", banners, { one: BannerAdminView, page: BannerAdminPage, view: bannerAdminView }),
  ...others("article", articles, { one: ArticleAdminView, page: ArticleAdminPage, view: articleAdminView }),
];
