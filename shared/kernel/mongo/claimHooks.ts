import mongoose from "mongoose";
import { claimsOfRow, moveClaims, type ClaimDeclaration } from "./claims.js";

type Row = Parameters<typeof claimsOfRow>[1];
type Query = mongoose.Query<unknown, unknown>;
type InTransaction = <T>(fn: () => Promise<T>) => Promise<T>;

/**
 * Every write through the collection's model updates its claims, as a unique index would: rows that are created (in a
 * transaction of their own where none runs), changed, deleted, restored. Changing a claimed value outside a transaction is
 * a bug.
 */
export function moveClaimsWithWrites(
  schema: mongoose.Schema,
  collection: string,
  declared: readonly ClaimDeclaration[],
  { inTransaction, isInTransaction }: { inTransaction: InTransaction; isInTransaction: () => boolean },
): void {
  const watched = new Set(declared.flatMap(({ fields, where = {} }) => [...fields, ...Object.keys(where)]));
  watched.add("deletedAt");

  const rowsOf = async (query: Query, single: boolean): Promise<Row[]> => {
    if (!isInTransaction()) throw new Error(`what ${collection} claims changes outside a transaction`);
    const found = query.model
      .find(query.getFilter(), Object.fromEntries([...watched].map((field) => [field, 1])))
      .setOptions({ withDeleted: true });
    const rows = await (single ? found.limit(2) : found).lean<Row[]>();
    if (single && rows.length > 1) throw new Error(`one write to ${collection} fits several rows that claim`);
    return rows;
  };
  const claims = (rows: readonly Row[]) => rows.flatMap((row) => claimsOfRow(collection, row));

  schema.pre(["updateOne", "updateMany", "findOneAndUpdate"], { document: false, query: true }, async function () {
    const query = this as unknown as Query;
    const change = changeOf(query.getUpdate(), watched);
    if (!change) return;
    const rows = await rowsOf(query, !(query as { op?: string }).op?.endsWith("Many"));
    const made =
      rows.length === 0 && query.getOptions().upsert ? [{ ...query.getFilter(), ...change.inserted } as Row] : [];
    const after = [...rows, ...made].map((row) => ({ ...row, ...change.set }));
    await moveClaims(claims(rows), claims(after));
  });
  schema.pre(["deleteOne", "findOneAndDelete"], { document: false, query: true }, async function () {
    await moveClaims(claims(await rowsOf(this as unknown as Query, true)), []);
  });
  schema.pre("deleteMany", { document: false, query: true }, async function () {
    await moveClaims(claims(await rowsOf(this as unknown as Query, false)), []);
  });
  schema.pre(["replaceOne", "findOneAndReplace"], { document: false, query: true }, () => {
    throw new Error(`rows of ${collection} claim values: they are updated, not replaced`);
  });
  schema.pre("save", async function () {
    if (!this.isNew) throw new Error(`rows of ${collection} claim values: they are updated by queries`);
    await moveClaims([], claims([this.toObject() as Row]));
  });
  schema.pre("bulkWrite", () => {
    throw new Error(`rows of ${collection} claim values: they are not written in bulk`);
  });
  // From the class itself, as the static below replaces `create` of this model.
  const { create } = mongoose.Model as unknown as { create: (rows: object[], options: object) => Promise<unknown> };
  schema.static("create", function (this: mongoose.Model<unknown>, rows: object[]) {
    return inTransaction(() => create.call(this, rows, { ordered: true }));
  });
  schema.static("insertMany", function (this: mongoose.Model<unknown>, rows: object[]) {
    return this.create(rows);
  });
}

type Values = Record<string, unknown>;
interface Change {
  set: Values;
  inserted: Values;
}

/** What an update does to the watched fields; undefined: nothing. */
function changeOf(update: mongoose.UpdateQuery<unknown> | null, watched: ReadonlySet<string>): Change | undefined {
  if (Array.isArray(update)) return refusePipelineOf(update as Values[], watched);
  const change: Change = { set: {}, inserted: {} };
  for (const [key, value] of Object.entries(update ?? {}))
    if (!key.startsWith("$")) take(change.set, { [key]: value }, watched);
    else if (key === "$set") take(change.set, value as Values, watched);
    else if (key === "$unset") take(change.set, mapped(value as Values), watched);
    else if (key === "$setOnInsert") take(change.inserted, value as Values, watched);
    else
      for (const field of Object.keys(value as Values))
        if (watched.has(field)) throw new Error(`${key} of ${field}, which is claimed`);
  return Object.keys(change.set).length + Object.keys(change.inserted).length > 0 ? change : undefined;
}

/** A pipeline may set anything else; what it makes of a claimed value is not known before. */
function refusePipelineOf(stages: readonly Values[], watched: ReadonlySet<string>): undefined {
  for (const [name, fields] of stages.flatMap((stage) => Object.entries(stage)))
    if (name !== "$set" || Object.keys(fields as Values).some((field) => watched.has(field)))
      throw new Error("a claimed value is not set by a pipeline");
}

function take(to: Values, from: Values, watched: ReadonlySet<string>): void {
  for (const [field, value] of Object.entries(from)) if (watched.has(field)) to[field] = value;
}
const mapped = (unset: Values): Values => Object.fromEntries(Object.keys(unset).map((field) => [field, undefined]));
