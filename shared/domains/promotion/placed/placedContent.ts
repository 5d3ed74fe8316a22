import type { Model, QueryFilter, UpdateQuery } from "mongoose";
import { recordChange } from "#shared/domains/audit/index.js";
import { richText } from "#shared/domains/catalog/index.js";
import { containing, createdWithin, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { defineCache } from "#shared/kernel/redis/cache.js";
import { seconds } from "#shared/kernel/time/clock.js";
import type { ErrorMaker } from "#shared/kernel/request/errors.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { deleteLogically } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { ArticleModel, BannerModel, type ArticleDoc, type BannerDoc, type PlacedDoc } from "./placed.model.js";
import { promotionErrors } from "../promotion.errors.js";
import type { Place } from "../promotion.codes.js";

interface PlacedSearch {
  /** Matches a part, ignoring case. */
  title?: string | undefined;
  position?: Place | undefined;
  status?: EnabledStatus | undefined;
  /** Both ends inclusive. */
  createdBetween?: TimeSpan | undefined;
}

/** Banners or articles, for operators and members. */
export interface PlacedContent<T extends PlacedDoc, I extends object> {
  /** Returns the new id. */
  create(input: I): Promise<number>;
  /** Changes the given fields. */
  update(id: number, change: Partial<I>): Promise<true>;
  remove(id: number): Promise<true>;
  get(id: number): Promise<T>;
  /** Newest first. */
  page(search: PlacedSearch, page: Page): Promise<PageOf<T>>;
  /** The enabled ones at a place, in order, without their texts. Callers share the rows and must not change them. */
  shown(position: Place): Promise<readonly T[]>;
  /** Throws for a disabled one. */
  getShown(id: number): Promise<T>;
}

/** Per kind and place. A change invalidates it in every process; the TTL covers a lost invalidation. */
const cache = defineCache<readonly PlacedDoc[]>("placedContent", { ttlMs: seconds(5), max: 50 });
/** Must be called after a row is restored. */
export const invalidatePlaced = (): void => cache.invalidate();
/** The most rows per place. */
const MOST_SHOWN = 200;

function placedContent<T extends PlacedDoc, I extends object>(
  kind: "banner" | "article",
  model: Model<T>,
  notFound: ErrorMaker,
  prepare: (input: Partial<I>) => Partial<I> = (input) => input,
): PlacedContent<T, I> {
  const byId = (id: number, more: object = {}) => ({ _id: id, ...more }) as QueryFilter<T>;

  async function get(id: number): Promise<T> {
    const row = await model.findById(id).lean<T>();
    if (!row) throw notFound();
    return row;
  }
  async function record(verb: string, id: number, change: { before?: unknown; after?: unknown }): Promise<void> {
    cache.invalidate();
    await recordChange("promotion", `${kind}.${verb}`, id, change);
  }

  return {
    get,
    async create(input) {
      const _id = await nextId(model.collection.collectionName);
      await inTransaction(async () => {
        const stored = prepare(input);
        await model.create([{ ...stored, _id } as unknown as T]);
        await record("create", _id, { after: stored });
      });
      return _id;
    },
    update: (id, change) =>
      inTransaction<true>(async () => {
        const before = await get(id);
        const stored = prepare(change);
        const { matchedCount } = await model.updateOne(byId(id), { $set: stored } as UpdateQuery<T>);
        if (matchedCount !== 1) throw notFound();
        await record("update", id, { before: only(before, Object.keys(stored)), after: stored });
        return true;
      }),
    remove: (id) =>
      inTransaction<true>(async () => {
        const before = await get(id);
        if (!(await deleteLogically(model, byId(id)))) throw notFound();
        await record("delete", id, { before });
        return true;
      }),
    async page({ title, position, status, createdBetween }, page) {
      const filter = {
        ...(title ? { title: containing(title) } : {}),
        ...(position === undefined ? {} : { position }),
        ...(status === undefined ? {} : { status }),
        ...createdWithin(createdBetween),
      } as QueryFilter<T>;
      return pageOf(model, filter, page);
    },
    async shown(position) {
      const rows = await cache.read(`${kind} ${position}`, async () =>
        model
          .find({ status: EnabledStatus.enabled, position } as QueryFilter<T>, { content: 0 })
          .sort({ sort: 1, _id: -1 })
          .limit(MOST_SHOWN)
          .lean<T[]>(),
      );
      return rows as readonly T[];
    },
    async getShown(id) {
      const row = await model.findOne(byId(id, { status: EnabledStatus.enabled })).lean<T>();
      if (!row) throw notFound();
      return row;
    },
  };
}

const only = (row: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));
type Fields = "title" | "url" | "picUrl" | "position" | "sort" | "status" | "memo";
type BannerInput = Pick<BannerDoc, "title" | "position"> & Partial<Pick<BannerDoc, Fields>>;
type ArticleInput = BannerInput & Partial<Pick<ArticleDoc, "introduction" | "content">>;

/** Throws BannerNotFound. */
export const banners = placedContent<BannerDoc, BannerInput>("banner", BannerModel, promotionErrors.BannerNotFound);
/** Throws ArticleNotFound. */
export const articles = placedContent<ArticleDoc, ArticleInput>(
  "article",
  ArticleModel,
  promotionErrors.ArticleNotFound,
  (input) => (input.content === undefined ? input : { ...input, content: richText(input.content) }),
);
