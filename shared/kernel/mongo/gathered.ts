import mongoose, { type Model, type QueryFilter, type UpdateQuery } from "mongoose";
import { claimsOfCollections, claimsOfRow } from "./claims.js";
import { clock } from "../time/clock.js";
import { checkFence } from "./fencing.js";
import {
  currentStore,
  LostRace,
  noteWrite,
  type AnyModel,
  type Document,
  type GatheredWrite,
  type TransactionStore,
} from "./transactionStore.js";

/*
 * Most writes of a transaction are read by nothing in it. They are gathered, whatever their collections, and sent in
 * their order as one command at its end: what an order costs is the number of its commands. A query of a collection that
 * has such writes, or an aggregation, sends them first.
 */

/** Large enough for any order, small enough for the 16 MiB of a command. */
const MOST_AT_ONCE = 200;
/** MongoDB 8.0: one command writes to several collections. */
const WIRE_OF_BULKS = 25;
const WRITE_CONFLICT = 112;

let wireVersion = 0;

/** What a server says of itself decides whether it is sent one command or one for each collection. */
export function noteServer({ maxWireVersion }: mongoose.mongo.Document): void {
  if (typeof maxWireVersion === "number") wireVersion = maxWireVersion;
}

/** Inserts rows at the end of the running transaction, or now where there is none. Returns them with their defaults. */
export async function gatherInserts<T>(
  model: Model<T>,
  rows: readonly Partial<T>[],
  { onDuplicate }: { onDuplicate?: () => Error } = {},
): Promise<T[]> {
  const documents = await Promise.all(rows.map((row) => documentOf(model, row)));
  for (const document of documents) assertClaimsNothing(model.collection.name, document);
  await add(documents.map((document) => ({ model: model as unknown as AnyModel, document, onDuplicate })));
  return documents as T[];
}

/** What claims is created by its model, unless its writer takes the claims itself. */
function assertClaimsNothing(collection: string, document: Document): void {
  if (claimsOfCollections.get(collection)?.every(({ byHand }) => byHand) ?? true) return;
  if (claimsOfRow(collection, document as Parameters<typeof claimsOfRow>[1]).length > 0)
    throw new Error(`a row of ${collection} claims values: it is created by the model`);
}

interface Update<T> {
  filter: QueryFilter<T>;
  update: UpdateQuery<T>;
  upsert?: boolean;
}

/**
 * The update of one row, to be gathered. `filter` and `update` are as they are stored: nothing is cast. `orElse` is thrown when
 * no row matches.
 */
export function updateOf<T>(
  model: Model<T>,
  { filter, update, upsert = false }: Update<T>,
  orElse?: () => Error | Promise<Error>,
): GatheredWrite {
  const now = clock.now();
  const timed = {
    ...update,
    $set: { ...update.$set, updatedAt: now },
    ...(upsert ? { $setOnInsert: { ...update.$setOnInsert, createdAt: now } } : {}),
  };
  return { model: model as unknown as AnyModel, filter: filter as Document, update: timed, upsert, orElse };
}

/** Updates one row (updateOf) at the end of the running transaction, or now where there is none. */
export const gatherUpdate = <T>(
  model: Model<T>,
  update: Update<T>,
  orElse?: () => Error | Promise<Error>,
): Promise<void> => add([updateOf(model, update, orElse)]);

async function add(writes: GatheredWrite[]): Promise<void> {
  const store = currentStore();
  if (store) store.gathered.push(...writes);
  else await writeApart(writes, undefined);
}

/**
 * One command that is no transaction: what follows a write that fails is not written, and a crash may leave those before it.
 */
export async function writeInOrder(writes: readonly GatheredWrite[]): Promise<void> {
  checkFence();
  if (wireVersion < WIRE_OF_BULKS) await writeApart(writes, undefined);
  else await writeTogether(writes, undefined);
}

async function documentOf<T>(model: Model<T>, row: Partial<T>): Promise<Document> {
  const now = clock.now();
  const document = new model({ createdAt: now, updatedAt: now, ...row });
  await document.validate();
  return document.toObject() as Document;
}

/** A query sees what was gathered before it. */
export function writeGatheredFirst(schema: mongoose.Schema, collection: string): void {
  const queries = [
    "find",
    "findOne",
    "countDocuments",
    "distinct",
    "findOneAndUpdate",
    "findOneAndReplace",
    "findOneAndDelete",
    "updateOne",
    "updateMany",
    "replaceOne",
    "deleteOne",
    "deleteMany",
  ] as const;
  const first = async (): Promise<void> => {
    if (currentStore()?.gathered.some(({ model }) => model.collection.name === collection)) await writeGathered();
  };
  schema.pre([...queries], { document: false, query: true }, first);
  schema.pre(["save"], first);
  schema.pre("insertMany", first);
  schema.pre("bulkWrite", first);
  // A look-up reads other collections.
  schema.pre("aggregate", writeGathered);
}

/** Writes what was gathered until now. */
export async function writeGathered(): Promise<void> {
  const store = currentStore();
  if (!store || store.gathered.length === 0) return;
  const all = store.gathered.splice(0);
  noteWrite();
  checkFence();
  if (wireVersion < WIRE_OF_BULKS) return await writeApart(all, store.session);
  // The embedded store does not begin a transaction with a command of this kind.
  if (isFirst(store)) await writeApart(all.splice(0, 1), store.session);
  for (let begin = 0; begin < all.length; begin += MOST_AT_ONCE)
    await writeTogether(all.slice(begin, begin + MOST_AT_ONCE), store.session);
}

const isFirst = ({ session }: TransactionStore): boolean =>
  (session as unknown as { transaction: { isStarting: boolean } }).transaction.isStarting;

/** A write's part of the answer. */
interface Outcome {
  idx: number;
  ok: number;
  /** Rows that an update matched or inserted. */
  n?: number;
  code?: number;
  errmsg?: string;
  keyPattern?: Document;
}

async function writeTogether(
  writes: readonly GatheredWrite[],
  session: mongoose.ClientSession | undefined,
): Promise<void> {
  const spaces: string[] = [];
  const spaceOf = ({ model }: GatheredWrite): number => {
    const ns = `${model.db.name}.${model.collection.name}`;
    const known = spaces.indexOf(ns);
    return known >= 0 ? known : spaces.push(ns) - 1;
  };
  const ops = writes.map((write) =>
    "document" in write
      ? { insert: spaceOf(write), document: write.document }
      : { update: spaceOf(write), filter: write.filter, updateMods: write.update, upsert: write.upsert },
  );
  const { cursor } = (await mongoose.connection.db!.admin().command(
    {
      bulkWrite: 1,
      ops,
      nsInfo: spaces.map((ns) => ({ ns })),
      ordered: true,
      errorsOnly: !writes.some((write) => "filter" in write && write.orElse),
      cursor: { batchSize: MOST_AT_ONCE },
      ...(session ? {} : { writeConcern: { w: "majority" } }),
    },
    { ...(session ? { session } : {}), ignoreUndefined: true },
  )) as unknown as { cursor: { firstBatch: Outcome[] } };
  for (const outcome of cursor.firstBatch) {
    const write = writes[outcome.idx]!;
    if (outcome.ok !== 1) throw refusalOf(write, outcome);
    if ("filter" in write && outcome.n === 0 && write.orElse) throw await write.orElse();
  }
}

function refusalOf(write: GatheredWrite, { code, errmsg = "", keyPattern }: Outcome): Error {
  if (code === WRITE_CONFLICT) return new LostRace(errmsg);
  if (code === DUPLICATE_KEY && "document" in write && write.onDuplicate) return write.onDuplicate();
  return new mongoose.mongo.MongoServerError({ message: errmsg, code, keyPattern });
}

const DUPLICATE_KEY = 11_000;

/** Inserts of one collection that follow each other in one command, each update in its own. */
async function writeApart(
  writes: readonly GatheredWrite[],
  session: mongoose.ClientSession | undefined,
): Promise<void> {
  checkFence();
  const options = { ignoreUndefined: true, ...(session ? { session } : {}) };
  for (let begin = 0; begin < writes.length;) {
    const write = writes[begin]!;
    if ("filter" in write) {
      const { filter, update, upsert } = write;
      const { matchedCount, upsertedCount } = await write.model.collection.updateOne(filter, update, {
        ...options,
        upsert,
      });
      if (matchedCount + upsertedCount === 0 && write.orElse) throw await write.orElse();
      begin++;
      continue;
    }
    let end = begin;
    const documents: Document[] = [];
    for (let next = writes[end]; next && "document" in next && next.model === write.model; next = writes[++end])
      documents.push(next.document);
    const { onDuplicate } = write;
    await write.model.collection.insertMany(documents, options).catch((error: unknown) => {
      throw onDuplicate && (error as { code?: unknown }).code === DUPLICATE_KEY ? onDuplicate() : error;
    });
    begin = end;
  }
}
