import type { Collection, Transaction } from "./collection.js";
import type { Doc } from "./values.js";
import type { Request } from "./wire.js";

/** A command, and what it works on. */
export interface Asked extends Request {
  db: string;
  collection: Collection;
  /** Of the same database. */
  otherCollection(name: string): Collection;
  transaction: Transaction | undefined;
}

/** What a cursor hands out; without `batchSize` as many at first as MongoDB does. */
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
  /** What else the answer tells. */
  readonly more: Doc;
  constructor(message: string, code: number, codeName: string, more: Doc = {}) {
    super(message);
    this.code = code;
    this.codeName = codeName;
    this.more = more;
  }
}
