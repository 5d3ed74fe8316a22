import type mongoose from "mongoose";
import type { Actor } from "../request/context.js";
import type { AppError } from "../request/errors.js";
import type { LogicallyDeleted } from "./logicalDelete.js";

export type OperatorActor = Extract<Actor, { kind: "operator" }>;

interface RecyclingOf<T> {
  /** Its name in requests. */
  kind: string;
  en: string;
  zh: string;
  model: mongoose.Model<T>;
  /** The field with the name of a row. */
  named: keyof T & string;
  /** The filter of this kind's rows, if several kinds share a collection. */
  where?: object;
  /** For the audit row: its module, and its action without the verb. */
  audit: readonly [module: string, noun: string];
  /** The permissions to see and to restore deleted rows: `<right>:query` and `<right>:create`, or these two. */
  right: string | { query: string; restore: string };
  /** The refusal when another row took its unique name, number or code meanwhile. */
  taken?: (row: T, error: unknown) => AppError;
  /** Runs before the restore, in the transaction: throws unless its parent exists and the operator may restore it. */
  check?: (row: T, actor: OperatorActor) => Promise<void> | void;
  /** Also written. */
  set?: Partial<T>;
  /** Runs after the restore, in the transaction: restores what was deleted with it, and invalidates caches. */
  restored?: (row: T & LogicallyDeleted) => Promise<void> | void;
}

/** What every deleted row has, besides the fields of its kind. */
export type DeletedDoc = LogicallyDeleted & { _id: number } & Record<string, unknown>;

/** How rows of one kind are shown and restored after operators deleted them. */
export type Recycling = RecyclingOf<DeletedDoc>;

export const recycling = <T>(kind: RecyclingOf<T>): Recycling => kind as unknown as Recycling;
