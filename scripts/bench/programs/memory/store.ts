import { Query } from "mingo";
import { Refused, Rows, type CommandContext, type Outcome } from "./asked.js";
import { bulkWrite } from "./bulk.js";
import { Collection, Transaction } from "./collection.js";
import { cursorReply, type Reply, type Request } from "./wire.js";
import { aggregate, count, distinct, find } from "./reads.js";
import { findAndModify, insert, remove, update } from "./writes.js";
import type { Doc } from "./values.js";

type Command = (context: CommandContext, store: Store) => Outcome | Promise<Outcome>;

/** The size of a first batch, as in MongoDB; the next has all remaining rows. */
const FIRST_BATCH = 101;
const MOST_IN_BATCH = 10_000;

/** In-memory databases, with the state between commands: cursors and transactions. */
export class Store {
  readonly port: () => number;
  private readonly collections = new Map<string, Collection>();
  private readonly transactions = new Map<string, Transaction>();
  private readonly cursors = new Map<number, { namespace: string; rows: Uint8Array[] }>();
  private cursorsMade = 0;

  private readonly lifetimeMs: number;

  /** @param lifetimeMs after which an open transaction is rolled back */
  constructor(port: () => number, lifetimeMs: number) {
    this.port = port;
    this.lifetimeMs = lifetimeMs;
  }

  async answer(request: Request): Promise<Reply> {
    try {
      const { command } = request;
      const [name = "", of] = Object.entries(command)[0] ?? [];
      const run = commands[name];
      if (!run) throw new Refused(`no such command: '${name}'`, 59, "CommandNotFound");
      const db = String(command["$db"] ?? "admin");
      const context: CommandContext = {
        ...request,
        db,
        // Commands without a collection mostly have a number there.
        collection: this.collection(typeof of === "string" ? `${db}.${of}` : ""),
        otherCollection: (other) => this.collection(`${db}.${other}`),
        transaction: this.transactionOf(command),
      };
      const outcome = await run(context, this);
      if (outcome instanceof Rows) return this.firstBatch(context.collection.namespace, outcome);
      return Buffer.isBuffer(outcome) ? outcome : { ok: 1, ...outcome };
    } catch (error) {
      const { code = 1, codeName = "InternalError", more = {} } = error instanceof Refused ? error : {};
      if (code === 1) console.error(error);
      return { ok: 0, errmsg: (error as Error).message, code, codeName, ...more };
    }
  }

  collection(namespace: string): Collection {
    let known = this.collections.get(namespace);
    if (!known) {
      known = new Collection(namespace);
      if (namespace !== "") this.collections.set(namespace, known);
    }
    return known;
  }

  namesIn(db: string): string[] {
    return [...this.collections.keys()]
      .filter((one) => one.startsWith(`${db}.`))
      .map((one) => one.slice(db.length + 1));
  }

  drop(namespace: string): void {
    this.collections.delete(namespace);
  }

  next({ getMore = 0, batchSize = MOST_IN_BATCH }: { getMore?: number; batchSize?: number }): Buffer {
    const cursor = this.cursors.get(getMore);
    if (!cursor) throw new Refused(`cursor id ${getMore} not found`, 43, "CursorNotFound");
    const batch = cursor.rows.splice(0, batchSize);
    if (cursor.rows.length === 0) this.cursors.delete(getMore);
    return cursorReply("nextBatch", BigInt(cursor.rows.length > 0 ? getMore : 0), cursor.namespace, batch);
  }

  closeCursors(ids: readonly number[]): void {
    for (const id of ids) this.cursors.delete(id);
  }

  end(command: Doc, isCommit: boolean): void {
    const key = sessionOf(command);
    this.transactions.get(key)?.end(isCommit);
    this.transactions.delete(key);
  }

  private firstBatch(namespace: string, { list, batchSize = FIRST_BATCH }: Rows): Buffer {
    if (list.length <= batchSize) return cursorReply("firstBatch", 0n, namespace, list);
    const id = ++this.cursorsMade;
    this.cursors.set(id, { namespace, rows: list.slice(batchSize) });
    return cursorReply("firstBatch", BigInt(id), namespace, list.slice(0, batchSize));
  }

  private transactionOf(command: Doc): Transaction | undefined {
    if (command["autocommit"] !== false) return undefined;
    const key = sessionOf(command);
    if (command["startTransaction"]) {
      this.transactions.get(key)?.end(false);
      const begun = new Transaction();
      this.transactions.set(key, begun);
      // Releases the rows of a process that died, as a MongoDB with the same limit does.
      setTimeout(() => {
        if (this.transactions.get(key) === begun) this.end(command, false);
      }, this.lifetimeMs).unref();
    }
    const known = this.transactions.get(key);
    if (!known)
      throw new Refused("no such transaction", 251, "NoSuchTransaction", {
        errorLabels: ["TransientTransactionError"],
      });
    return known;
  }
}

const sessionOf = (command: Doc): string => String((command["lsid"] as Doc | undefined)?.["id"]);

const MINUTES_OF_SESSION = 30;
function hello(_: CommandContext, store: Store): Doc {
  const me = `127.0.0.1:${store.port()}`;
  return {
    helloOk: true,
    ismaster: true,
    isWritablePrimary: true,
    secondary: false,
    setName: "memory",
    setVersion: 1,
    hosts: [me],
    primary: me,
    me,
    maxBsonObjectSize: 16 * 2 ** 20,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: MINUTES_OF_SESSION,
    connectionId: 1,
    minWireVersion: 0,
    maxWireVersion: 25,
    readOnly: false,
  };
}

interface IndexAsked {
  key: Record<string, number>;
  name: string;
  sparse?: boolean;
  unique?: boolean;
  partialFilterExpression?: Doc;
  collation?: Doc;
}

function createIndexes({ command, collection }: CommandContext): Doc {
  for (const { key, name, sparse = false, unique = false, partialFilterExpression, collation } of command[
    "indexes"
  ] as IndexAsked[]) {
    const partial = partialFilterExpression && new Query(partialFilterExpression);
    const isOfAnotherKind =
      Object.values(key).some((direction) => typeof direction !== "number") || collation !== undefined;
    collection.addIndex(isOfAnotherKind ? {} : key, {
      name,
      sparse,
      unique: unique && !isOfAnotherKind,
      ...(partial ? { partial: (doc) => partial.test(doc) } : {}),
      isPassedOver: partial !== undefined || isOfAnotherKind,
    });
  }
  return { numIndexesAfter: collection.indexes.length + 1 };
}

const doing =
  (work: (context: CommandContext, store: Store) => void): Command =>
  (context, store) => {
    work(context, store);
    return {};
  };
const nothing = doing(() => undefined);
const commands: Record<string, Command> = {
  hello,
  isMaster: hello,
  ismaster: hello,
  ping: nothing,
  buildInfo: () => ({ version: "8.0.0", versionArray: [8, 0, 0, 0] }),
  endSessions: nothing,
  serverStatus: nothing,
  create: nothing,
  createIndexes,
  listCollections: ({ db }, store) => ({
    cursor: {
      id: 0n,
      ns: `${db}.$cmd.listCollections`,
      firstBatch: store.namesIn(db).map((name) => ({ name, type: "collection" })),
    },
  }),
  drop: doing(({ collection }, store) => store.drop(collection.namespace)),
  dropDatabase: doing(({ db }, store) => store.namesIn(db).forEach((name) => store.drop(`${db}.${name}`))),
  commitTransaction: doing(({ command }, store) => store.end(command, true)),
  abortTransaction: doing(({ command }, store) => store.end(command, false)),
  find,
  count,
  distinct,
  aggregate,
  insert,
  update,
  delete: remove,
  bulkWrite: (context, store) => bulkWrite(context, (ns) => store.collection(ns)),
  findAndModify,
  getMore: ({ command }, store) => store.next(command as { getMore?: number; batchSize?: number }),
  killCursors: doing(({ command }, store) => store.closeCursors(command["cursors"] as number[])),
};
