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
  /** A part of it; case does not matter. */
  title?: string | undefined;
  position?: Place | undefined;
  status?: EnabledStatus | undefined;
  /** Both ends belong to it. */
  createdBetween?: TimeSpan | undefined;
}

/** What operators do with banners or articles, and what members see of them. */
export interface PlacedContent<T extends PlacedDoc, I extends object> {
  /** A new one; answers its id. */
  create(input: I): Promise<number>;
  /** Changes what is given. */
  update(id: number, change: Partial<I>): Promise<true>;
  remove(id: number): Promise<true>;
  /** Any. */
  get(id: number): Promise<T>;
  /** Newest first. */
  page(search: PlacedSearch, page: Page): Promise<PageOf<T>>;
  /** Those shown at a place, in order, without what is to be read. Shared by all readers: not to be changed. */
  shown(position: Place): Promise<readonly T[]>;
  /** One that is shown. */
  getShown(id: number): Promise<T>;
}

/** Of a place or an article; a change is told to every process at once, and found out by its age where the word was lost. */
const kept = defineCache<readonly PlacedDoc[]>("placedContent", { ttlMs: seconds(5), max: 50 });
/** To be called by whoever brings one back. */
export const invalidatePlaced = (): void => kept.invalidate();
/** What a place holds at most. */
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
  async function changed(verb: string, id: number, change: { before?: unknown; after?: unknown }): Promise<void> {
    kept.invalidate();
    await recordChange("promotion", `${kind}.${verb}`, id, change);
  }

  return {
    get,
    async create(input) {
      const _id = await nextId(model.collection.collectionName);
      await inTransaction(async () => {
        const stored = prepare(input);
        await model.create([{ ...stored, _id } as unknown as T]);
        await changed("create", _id, { after: stored });
      });
      return _id;
    },
    update: (id, change) =>
      inTransaction<true>(async () => {
        const before = await get(id);
        const stored = prepare(change);
        const { matchedCount } = await model.updateOne(byId(id), { $set: stored } as UpdateQuery<T>);
        if (matchedCount !== 1) throw notFound();
        await changed("update", id, { before: only(before, Object.keys(stored)), after: stored });
        return true;
      }),
    remove: (id) =>
      inTransaction<true>(async () => {
        const before = await get(id);
        if (!(await deleteLogically(model, byId(id)))) throw notFound();
        await changed("delete", id, { before });
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
      const rows = await kept.read(`${kind} ${position}`, async () =>
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

/** BannerNotFound. */
export const banners = placedContent<BannerDoc, BannerInput>("banner", BannerModel, promotionErrors.BannerNotFound);
/** ArticleNotFound. */
export const articles = placedContent<ArticleDoc, ArticleInput>(
  "article",
  ArticleModel,
  promotionErrors.ArticleNotFound,
  (input) => (input.content === undefined ? input : { ...input, content: richText(input.content) }),
);
