import mongoose from "mongoose";
import { moveClaimsWithWrites } from "./claimHooks.js";
import { ClaimModel, ClaimTaken, claimsOfCollections, type ClaimDeclaration } from "./claims.js";
import { clock } from "../time/clock.js";
import { config } from "../config/config.js";
import { checkFence, fenceWrites, holdFence } from "./fencing.js";
import { currentContext } from "../request/context.js";
import { countLostConnections } from "./lostConnections.js";
import { log } from "../observability/log.js";
import { storeCommands, transactionsLost } from "../observability/metrics.js";
import { noteServer, writeGathered, writeGatheredFirst } from "./gathered.js";
import { hideDeletedRows } from "./logicalDelete.js";
import { followStoreTime } from "./storeTime.js";
import {
  currentStore,
  isInTransaction,
  LostRace,
  noteWrite,
  sessionStorage,
  type TransactionStore,
} from "./transactionStore.js";
import { upsertOnlyById } from "./upsertOnlyById.js";
import { bulkOfManyInTransaction, writeManyTogether } from "./writesOfMany.js";

export { isInTransaction, LostRace };

mongoose.set("autoIndex", false);
mongoose.set("autoCreate", false);
mongoose.set("strictQuery", "throw");
mongoose.set("bufferCommands", false);

/** Of one process. */
export const MOST_CONNECTIONS = 64;

/**
 * A database that is away is reported within 5 s (rules: Envelope and limits), never by a hang: no server, no free
 * connection and, where the caller sets it, no answer. The monitor's own timeout is longer, so that a busy server does not
 * count as dead.
 */
export async function connectMongo({ answerWithinMs = 30_000, monitorCommands = false } = {}): Promise<void> {
  await mongoose.connect(config.MONGODB_URI, {
    serverSelectionTimeoutMS: 3_000,
    waitQueueTimeoutMS: 4_000,
    socketTimeoutMS: answerWithinMs,
    connectTimeoutMS: 10_000,
    maxPoolSize: MOST_CONNECTIONS,
    monitorCommands: monitorCommands || config.METRICS_STORE_COMMANDS,
    writeConcern: { w: "majority" },
  });
  const client = mongoose.connection.getClient();
  countLostConnections(client);
  if (config.METRICS_STORE_COMMANDS) countCommands(client);
  client.on("serverHeartbeatSucceeded", ({ reply }) => noteServer(reply));
  noteServer(await followStoreTime(client));
}

function countCommands(client: mongoose.mongo.MongoClient): void {
  client.on("commandStarted", ({ commandName, command }) => {
    const collection: unknown = command[commandName];
    storeCommands.inc({ command: commandName, collection: typeof collection === "string" ? collection : "" });
  });
}

export async function disconnectMongo(): Promise<void> {
  await mongoose.disconnect();
}

/** Whether MongoDB takes connections, as far as this process knows; a dead route is noticed late. */
export const isMongoConnected = (): boolean => mongoose.connection.readyState === mongoose.ConnectionStates.connected;

/** Whether MongoDB answers within a second; for health. */
export async function mongoAnswers(): Promise<boolean> {
  try {
    await mongoose.connection.db?.command({ ping: 1 }, { timeoutMS: 1_000 });
    return isMongoConnected();
  } catch {
    return false;
  }
}

interface DefineModelOptions {
  /**
   * [keys, options] of each index; made by the migrations, never by a running process. A look-up by equality finds its
   * row through a whole or a sparse index; one that is partial by `$type` or by another field may be passed over.
   */
  indexes?: [Record<string, 1 | -1>, mongoose.IndexOptions?][];
  /**
   * Values that change and that at most one undeleted row may have, kept unique by rows of `claims` (claims.ts). A unique
   * index is for values that a row never changes.
   */
  claims?: ClaimDeclaration[];
  /** Deleted rows stay, with who and when, hidden from every query that does not ask for them (logicalDelete.ts). */
  logicalDelete?: boolean;
}

/** Every model, for the migrations. */
export const models = new Map<string, mongoose.Model<never>>([
  ["claims", ClaimModel as unknown as mongoose.Model<never>],
]);
/** The collections whose rows are deleted logically. */
export const logicallyDeleted = new Set<string>();

/** Fields that come with every collection, or with the logical deletion of its rows. */
type Given = "_id" | "createdAt" | "updatedAt" | "deletedAt" | "deletedBy";
/** Each field of a row is declared, as a field that the schema does not know is silently not written. */
type FieldsOf<T> = {
  [K in Exclude<keyof T, Given>]-?: mongoose.SchemaDefinitionProperty<T[K]>;
} & { [K in Given]?: mongoose.SchemaDefinitionProperty };

/**
 * Declares a collection. `_id` is the number (kernel/mongo/ids.ts) unless the fields say otherwise; createdAt and updatedAt
 * come from the clock; documents are read lean.
 */
export function defineModel<T extends { _id: unknown }>(
  collection: string,
  fields: FieldsOf<T>,
  { indexes = [], claims = [], logicalDelete = false }: DefineModelOptions = {},
): mongoose.Model<T> {
  const schema = new mongoose.Schema(
    { _id: { type: Number, required: true }, holds: Number, ...fields },
    { versionKey: false, minimize: false, timestamps: { currentTime: () => clock.now() } },
  );
  if (logicalDelete) {
    hideDeletedRows(schema);
    logicallyDeleted.add(collection);
  }
  upsertOnlyById(schema, collection);
  fenceWrites(schema, noteWrite);
  writeGatheredFirst(schema, collection);
  bulkOfManyInTransaction(schema, isInTransaction);
  if (claims.length > 0) claimsOfCollections.set(collection, claims);
  if (claims.some(({ byHand }) => !byHand))
    moveClaimsWithWrites(schema, collection, claims, { inTransaction, isInTransaction });
  for (const [keys, options = {}] of indexes) schema.index(keys, options);
  const model = mongoose.model<T>(collection, schema as unknown as mongoose.Schema<T>, collection);
  writeManyTogether(model as unknown as mongoose.Model<never>, { inTransaction, isInTransaction });
  models.set(collection, model as unknown as mongoose.Model<never>);
  return model;
}

const TRANSACTION_MS = 5_000;
/** On a machine that has no time for them few tries fit into it: whoever lost a race has at least as many. */
const LEAST_TRIES = 20;

/**
 * Part of an update whose row must not change until the running transaction ends. An update that sets equal values is not
 * written and so conflicts with nobody; a time alone does not help, as two may fall in one millisecond.
 */
export const holdingRow = { $inc: { holds: 1 } } as const;

/**
 * Runs `fn` in one transaction; a call inside another joins it. Only MongoDB inside, one awaited operation at a time.
 * The callback may run again: a lost race is tried again with jitter until 5 s are over, 20 times at least.
 */
export async function inTransaction<T>(fn: () => Promise<T>): Promise<T> {
  if (isInTransaction()) return fn();
  const deadline = Date.now() + TRANSACTION_MS;
  for (let attempt = 0; ; attempt++) {
    const store: TransactionStore = {
      session: await mongoose.connection.startSession(),
      afterCommit: [],
      gathered: [],
      hasWritten: false,
    };
    let result: T;
    try {
      store.session.startTransaction({ readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
      result = await sessionStorage.run(store, async () => {
        const outcome = await fn();
        await currentContext()?.beforeCommit?.(outcome);
        await writeGathered();
        if (store.hasWritten) await holdFence();
        return outcome;
      });
      checkFence();
      await commit(store.session, deadline);
    } catch (error) {
      await store.session.abortTransaction().catch(() => undefined);
      if (!isLostRace(error)) throw error;
      transactionsLost.inc({ use_case: currentContext()?.name ?? "" });
      if (Date.now() > deadline && attempt + 1 >= LEAST_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(5 * 2 ** attempt, 160)));
      continue;
    } finally {
      await store.session.endSession().catch(() => undefined);
    }
    for (const hook of store.afterCommit) hook();
    return result;
  }
}

/** Runs `fn` outside the running transaction: what it writes stays even if the transaction aborts. */
export function outsideTransaction<T>(fn: () => Promise<T>): Promise<T> {
  if (!isInTransaction()) return fn();
  return sessionStorage.exit(fn);
}

/** Runs `fn` after the commit of the running transaction (not at all when it aborts), or now when there is none. */
export function afterCommit(fn: () => void): void {
  const store = currentStore();
  if (store) store.afterCommit.push(fn);
  else fn();
}

async function commit(session: mongoose.ClientSession, deadline: number): Promise<void> {
  for (;;) {
    try {
      await session.commitTransaction();
      return;
    } catch (error) {
      if (!hasLabel(error, "UnknownTransactionCommitResult") || Date.now() > deadline) throw error;
      log.warn({ err: error }, "commit retried");
    }
  }
}

/** Whether a transaction lost its race: the caller may try again. */
export function isLostRace(error: unknown): boolean {
  return error instanceof LostRace || hasLabel(error, "TransientTransactionError") || wasEndedByStore(error);
}

/** The embedded store has no label for a transaction that is ended, as an abandoned one, beside a running command of it. */
function wasEndedByStore(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoServerError && error.message.includes("transaction already closed");
}

function hasLabel(error: unknown, label: string): boolean {
  return error instanceof mongoose.mongo.MongoError && error.hasErrorLabel(label);
}

/** A unique index or a claim refused the write; `field` narrows it to one that has that field. */
export function isDuplicateKey(error: unknown, field?: string): boolean {
  if (error instanceof ClaimTaken) return field === undefined || error.fields.includes(field);
  if (!(error instanceof mongoose.mongo.MongoServerError) || error.code !== 11000) return false;
  if (!field) return true;
  const pattern = error["keyPattern"] as Record<string, unknown> | undefined;
  return pattern ? field in pattern : error.message.includes(field);
}

/**
 * A server that answers that it is unavailable: it steps down, shuts down, has no primary, or an administrator ended the
 * operation (MongoDB's retryable codes, and Interrupted).
 */
const AWAY_CODES = new Set([6, 7, 89, 91, 189, 262, 9_001, 10_107, 11_600, 11_601, 11_602, 13_435, 13_436]);
const AWAY_LABELS = ["RetryableWriteError", "UnknownTransactionCommitResult"];

/** Whether the database, not the request, is at fault: the caller may try again. */
export function isMongoAway(thrown: unknown): boolean {
  const error = causeOf(thrown);
  if (error instanceof mongoose.mongo.MongoServerError && AWAY_CODES.has(Number(error.code))) return true;
  if (AWAY_LABELS.some((label) => hasLabel(error, label))) return true;
  // The driver exports no class of it.
  if (error instanceof mongoose.mongo.MongoError && error.name === "MongoWaitQueueTimeoutError") return true;
  const { MongoNetworkError, MongoServerSelectionError, MongoNotConnectedError } = mongoose.mongo;
  return [MongoNetworkError, MongoServerSelectionError, MongoNotConnectedError].some((kind) => error instanceof kind);
}

/** The driver wraps whatever ends a bulk write, also when no server was there, as an error that a server answered. */
function causeOf(error: unknown): unknown {
  if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) return error;
  const cause: unknown = error.errorResponse;
  return cause instanceof Error ? cause : error;
}
