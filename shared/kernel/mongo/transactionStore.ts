import type { AsyncLocalStorage } from "node:async_hooks";
import mongoose from "mongoose";

export type AnyModel = mongoose.Model<never>;
export type Document = Record<string, unknown>;

interface GatheredInsert {
  model: AnyModel;
  document: Document;
  /** The error that stands for one of a unique index. */
  onDuplicate?: (() => Error) | undefined;
}
interface GatheredUpdate {
  model: AnyModel;
  filter: Document;
  update: Document;
  upsert: boolean;
  /** The error of an update that matched no row. */
  orElse?: (() => Error | Promise<Error>) | undefined;
}
export type GatheredWrite = GatheredInsert | GatheredUpdate;

/** What a running transaction carries along. */
export interface TransactionStore {
  session: mongoose.ClientSession;
  afterCommit: (() => void)[];
  /** Written together at its end (gathered.ts). */
  gathered: GatheredWrite[];
  hasWritten: boolean;
}

mongoose.set("transactionAsyncLocalStorage", true);

/** mongoose carries the session of a transaction in this store (its types do not show it). */
export const sessionStorage = (
  mongoose as unknown as { transactionAsyncLocalStorage: AsyncLocalStorage<TransactionStore> }
).transactionAsyncLocalStorage;

/** Of the running transaction. */
export function currentStore(): TransactionStore | undefined {
  const store = sessionStorage.getStore();
  return store?.session ? store : undefined;
}

export const isInTransaction = (): boolean => currentStore() !== undefined;

export function noteWrite(): void {
  const store = currentStore();
  if (store) store.hasWritten = true;
}

/** Thrown in a transaction that lost a race to another one, whose writes the next run will see. */
export class LostRace extends Error {}
