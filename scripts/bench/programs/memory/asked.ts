import type { Collection, Transaction } from "./collection.js";
import type { Doc } from "./values.js";
import type { Request } from "./wire.js";

/** A command and its target. */
export interface CommandContext extends Request {
  db: string;
  collection: Collection;
  /** Another collection of the same database. */
  otherCollection(name: string): Collection;
  transaction: Transaction | undefined;
}

/** The rows of a cursor; without `batchSize` the first batch has MongoDB's size. */
export class Rows {
  readonly list: Uint8Array[];
  readonly batchSize: number | undefined;
  constructor(list: Uint8Array[], batchSize: number | undefined) {
    this.list = list;
    this.batchSize = batchSize;
  }
}
export type Outcome = Doc | Rows | Buffer;

export class Refused extends Error {
  readonly code: number;
  readonly codeName: string;
  /** Other fields of the response. */
  readonly more: Doc;
  constructor(message: string, code: number, codeName: string, more: Doc = {}) {
    super(message);
    this.code = code;
    this.codeName = codeName;
    this.more = more;
  }
}
