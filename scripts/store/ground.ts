import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import mongoose from "mongoose";
import { examineMongo, type ExaminedMongo } from "#shared/kernel/mongo/examine.js";

const { MongoClient, MongoError, MongoNetworkError, MongoServerError } = mongoose.mongo;
type Session = mongoose.mongo.ClientSession;

/** A row of a probe, with any fields. */
export interface Row extends mongoose.mongo.Document {
  _id: number | string;
}
export type Rows = mongoose.mongo.Collection<Row>;
export type Index = mongoose.mongo.IndexDescription;

/** The environment of a probe: its own collections in a temporary database. */
export interface Ground {
  /** What the server says it speaks; 25 is MongoDB 8.0. */
  maxWireVersion: number;
  /** A command of no single collection, in this transaction. */
  command(command: mongoose.mongo.Document, session: Session): Promise<mongoose.mongo.Document>;
  /** A new collection with these indexes. */
  rows(...indexes: Index[]): Promise<Rows>;
  /** The same collection by another client's connection, as another process would see it. */
  elsewhere(rows: Rows): Rows;
  /** A session with an open transaction, which is aborted unless `fn` has ended it. */
  open<T>(fn: (session: Session) => Promise<T>): Promise<T>;
  /** As in the shop: a lost race is retried. */
  transact<T>(fn: (session: Session) => Promise<T>): Promise<T>;
}

export interface OpenGround extends Ground {
  examined: ExaminedMongo;
  /** How many members of its replica set it has. */
  members: number;
  /** Has the primary stand down, and not be elected again for so long. */
  stepDown(seconds: number): Promise<void>;
  database: string;
  close(): Promise<void>;
}

const SNAPSHOT = { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } } as const;
/** Long enough for a slow store under full load, short enough to report one that hangs. */
const TRANSACTION_MS = 30_000;
const DROP_MS = 20_000;

export async function openGround(uri: string): Promise<OpenGround> {
  const options = { serverSelectionTimeoutMS: 3_000, socketTimeoutMS: 60_000, w: "majority" } as const;
  const clients = [new MongoClient(uri, options), new MongoClient(uri, options)] as const;
  const [client, other] = clients;
  const database = `store-check-${randomBytes(6).toString("hex")}`;
  let made = 0;
  const close = async (): Promise<void> => {
    // Running operations (Ctrl-C) hold rows of the database: they end with their connection, then another one drops it.
    await Promise.all(clients.map((each) => each.close()));
    const last = new MongoClient(uri, { ...options, socketTimeoutMS: DROP_MS });
    try {
      await last.db(database).dropDatabase();
    } finally {
      await last.close();
    }
  };
  const open: Ground["open"] = async (fn) => {
    const session = client.startSession();
    try {
      session.startTransaction(SNAPSHOT);
      return await fn(session);
    } finally {
      if (session.inTransaction()) await session.abortTransaction().catch(() => undefined);
      await session.endSession();
    }
  };
  try {
    await Promise.all(clients.map((each) => each.connect()));
    const examined = await examineMongo(client);
    const { hosts = [], maxWireVersion } = (await client.db("admin").command({ hello: 1 })) as {
      hosts?: string[];
      maxWireVersion: number;
    };
    return {
      examined,
      maxWireVersion,
      command: (command, session) => client.db("admin").command(command, { session }),
      members: hosts.length,
      stepDown: async (seconds) => {
        // It may close the connection before it answers.
        await client
          .db("admin")
          .command({ replSetStepDown: seconds })
          .catch((error: unknown) => {
            if (!(error instanceof MongoNetworkError)) throw error;
          });
      },
      database,
      close,
      open,
      async rows(...indexes) {
        const rows = await client.db(database).createCollection<Row>(`rows${++made}`);
        if (indexes.length > 0) await rows.createIndexes(indexes);
        return rows;
      },
      elsewhere: (rows) => other.db(database).collection<Row>(rows.collectionName),
      async transact(fn) {
        const until = Date.now() + TRANSACTION_MS;
        for (;;) {
          try {
            return await open(async (session) => {
              const result = await fn(session);
              await session.commitTransaction();
              return result;
            });
          } catch (error) {
            if (!isLostRace(error) || Date.now() > until) throw error;
            await pause(Math.random() * 60);
          }
        }
      },
    };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}

/** The driver's label of a lost race: the whole transaction may be retried. */
export const isLostRace = (error: unknown): boolean =>
  error instanceof MongoError && error.hasErrorLabel("TransientTransactionError");

export const isTaken = (error: unknown): boolean => error instanceof MongoServerError && error.code === 11000;

/** Whether it was inserted; false when a unique index refused it. Any other error is thrown. */
export async function wentIn(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
}

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
