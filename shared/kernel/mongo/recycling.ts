import type mongoose from "mongoose";
import type { Actor } from "../request/context.js";
import type { AppError } from "../request/errors.js";
import type { LogicallyDeleted } from "./logicalDelete.js";

export type OperatorActor = Extract<Actor, { kind: "operator" }>;

interface RecyclingOf<T> {
  /** What clients name it by. */
  kind: string;
  en: string;
  zh: string;
  model: mongoose.Model<T>;
  /** The field that its rows are known by. */
  named: keyof T & string;
  /** Where several kinds share a collection: which rows are of this one. */
  where?: object;
  /** Of the audit row: its module, and its action without the verb. */
  audit: readonly [module: string, noun: string];
  /** The permissions to see deleted rows and to bring one back: `<right>:query` and `<right>:create`, or these two. */
  right: string | { query: string; restore: string };
  /** The refusal where another row took its unique name, number or code meanwhile. */
  taken?: (row: T, error: unknown) => AppError;
  /** Before it comes back, in the transaction; what it hangs on is there, the operator may. Refuses by throwing. */
  check?: (row: T, actor: OperatorActor) => Promise<void> | void;
  /** Written with it. */
  set?: Partial<T>;
  /** After it came back, in the transaction: what was deleted with it comes along, what was remembered is forgotten. */
  restored?: (row: T & LogicallyDeleted) => Promise<void> | void;
}

/** What every deleted row has, beside the fields of its kind. */
export type DeletedDoc = LogicallyDeleted & { _id: number } & Record<string, unknown>;

/** How rows of one kind are shown and restored after operators deleted them. */
export type Recycling = RecyclingOf<DeletedDoc>;

export const recycling = <T>(kind: RecyclingOf<T>): Recycling => kind as unknown as Recycling;
