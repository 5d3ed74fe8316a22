import type mongoose from "mongoose";
import type { Model, QueryFilter } from "mongoose";
import { recordOperation } from "#shared/domains/audit/index.js";
import { containing, createdWithin, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { currentContext } from "#shared/kernel/request/context.js";
import type { ErrorMaker } from "#shared/kernel/request/errors.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { deleteLogically, type LogicallyDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { recycling, type Recycling } from "#shared/kernel/mongo/recycling.js";
import { defineContentCache } from "./contentCache.js";
import { touchContent, type ContentKind } from "./contentVersion.js";

/** The fields that every row of content has. */
export interface ContentDoc extends LogicallyDeleted {
  _id: number;
  /** Small first, then by id. */
  sortOrder: number;
  /** Visible to visitors. */
  published: boolean;
  createdAt: Date;
  updatedAt: Date;
}

export const contentFields = {
  sortOrder: { type: Number, default: 0 },
  published: { type: Boolean, default: true },
} satisfies mongoose.SchemaDefinition;

/** The index for the list that visitors and operators read. */
export const contentIndex = { deletedAt: 1, sortOrder: 1, _id: 1 } as const;

/** Any nested lists and objects, which only the site's pages interpret. Bounded at input. */
export type Json = object | null;

interface ContentSearch extends Page {
  /** A part of the name. */
  keyword?: string | undefined;
  /** Fields that must be equal; undefined ones are ignored. */
  equals?: Record<string, unknown>;
  /** Inclusive at both ends. */
  createdBetween?: TimeSpan | undefined;
}

/** Operators' actions on one kind of content, and the reads of visitors' pages. */
export interface ContentStore<T extends ContentDoc, I extends object> {
  kind: ContentKind;
  /** Creates one; returns its id. */
  create(input: I): Promise<number>;
  /** Changes the given fields. Throws the kind's own error if there is none. */
  update(id: number, change: Partial<I>): Promise<true>;
  publish(id: number, published: boolean): Promise<true>;
  sort(id: number, sortOrder: number): Promise<true>;
  /** Logically deletes one. */
  remove(id: number): Promise<true>;
  /** Any one that is not deleted. */
  get(id: number): Promise<T>;
  page(search: ContentSearch): Promise<PageOf<T>>;
  /** One that is published. */
  getPublished(id: number): Promise<T>;
  /** How operators see and restore deleted ones. */
  recycling(en: string, zh: string): Recycling;
  /** All published ones, in order, without the heavy fields. Shared by all readers: not to be changed. */
  listPublished(): Promise<readonly T[]>;
}

interface ContentRules<T extends ContentDoc, I extends object> {
  kind: ContentKind;
  model: Model<T>;
  notFound: ErrorMaker;
  /** The field that a keyword searches. */
  named: keyof T & string;
  /** Fields that lists do not read. */
  heavy?: readonly (keyof T & string)[];
  /** Operators' pages are sorted newest first instead of by sortOrder. */
  newestFirst?: boolean;
  /** Prepares an input for storing: makes rich text safe. */
  prepare?: (input: Partial<I>) => Partial<I>;
  /** In the transaction, before the write; `before` is null for a new one. Throws to refuse. */
  check?: (change: Partial<I> & Partial<ContentDoc>, before: T | null) => Promise<void>;
  checkRemoval?: (before: T) => Promise<void>;
  /** Fields that are set on restoring. */
  restoredAs?: Partial<T>;
}

/** Lists without their heavy fields: some hundred rows per kind. */
const lists = defineContentCache<readonly object[]>({ maxBytes: 50_000, sizeOf: (rows) => rows.length });

export function contentStore<T extends ContentDoc, I extends object>(rules: ContentRules<T, I>): ContentStore<T, I> {
  const { kind, model, notFound, named, heavy = [], prepare = (input) => input, check, checkRemoval } = rules;
  const filterOf = (filter: object) => filter as unknown as QueryFilter<T>;
  const withoutHeavy = Object.fromEntries(heavy.map((field) => [field, 0]));

  async function get(id: number): Promise<T> {
    const row = await model.findOne(filterOf({ _id: id })).lean<T>();
    if (!row) throw notFound();
    return row;
  }

  async function write(id: number, verb: string, change: Partial<I> & Partial<ContentDoc>): Promise<true> {
    return inTransaction<true>(async () => {
      const before = await get(id);
      if (verb === "delete") await checkRemoval?.(before);
      else await check?.(change, before);
      const isWritten =
        verb === "delete"
          ? await deleteLogically(model, filterOf({ _id: id }))
          : (await model.updateOne(filterOf({ _id: id }), { $set: change } as mongoose.UpdateQuery<T>)).matchedCount ===
            1;
      if (!isWritten) throw notFound();
      await recordContentChange(kind, verb, id, {
        before: verb === "delete" ? before : only(before, Object.keys(change)),
        ...(verb === "delete" ? {} : { after: change }),
      });
      return true;
    });
  }

  return {
    kind,
    get,
    async create(input) {
      const _id = await nextId(model.collection.collectionName);
      return inTransaction(async () => {
        const stored = prepare(input);
        await check?.(stored, null);
        await model.create([{ ...stored, _id } as unknown as T]);
        await recordContentChange(kind, "create", _id, { after: stored });
        return _id;
      });
    },
    update: (id, change) => write(id, "update", prepare(change)),
    publish: (id, published) => write(id, "publish", { published } as Partial<I> & Partial<ContentDoc>),
    sort: (id, sortOrder) => write(id, "sort", { sortOrder } as Partial<I> & Partial<ContentDoc>),
    remove: (id) => write(id, "delete", {}),
    async page({ keyword, equals = {}, createdBetween, ...page }) {
      const filter = filterOf({
        ...Object.fromEntries(Object.entries(equals).filter(([, value]) => value !== undefined)),
        ...(keyword ? { [named]: containing(keyword) } : {}),
        ...createdWithin(createdBetween),
      });
      return pageOf(model, filter, page, rules.newestFirst ? undefined : { sortOrder: 1, _id: 1 });
    },
    async getPublished(id) {
      const row = await model.findOne(filterOf({ _id: id, published: true })).lean<T>();
      if (!row) throw notFound();
      return row;
    },
    recycling: (en, zh) =>
      recycling<T>({
        kind: `website-${kind}`,
        en,
        zh,
        model,
        named,
        audit: ["website", kind],
        right: `website:${kind}`,
        check: (row) => check?.(row as unknown as Partial<I> & Partial<ContentDoc>, null),
        ...(rules.restoredAs ? { set: rules.restoredAs } : {}),
        restored: () => touchContent(kind),
      }),
    async listPublished() {
      const rows = await lists.read([kind], kind, () =>
        model
          .find(filterOf({ published: true }), withoutHeavy)
          .sort({ sortOrder: 1, _id: 1 })
          .limit(10_000)
          .lean<T[]>()
          .exec(),
      );
      return rows as readonly T[];
    },
  };
}

/** To be called last in a change's transaction: invalidates cached content, and adds an operator's audit row. */
export async function recordContentChange(
  kind: ContentKind,
  verb: string,
  bizId: number | string,
  change: { before?: unknown; after?: unknown },
): Promise<void> {
  await touchContent(kind);
  if (currentContext()?.actor?.kind !== "operator") return;
  await recordOperation({ module: "website", action: `${kind}.${verb}`, bizId, ...change });
}

const only = (row: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));
