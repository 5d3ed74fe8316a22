import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { OperateType } from "./operationLog.codes.js";

/**
 * One write by an operator, or a sensitive one by a member (rules: Operators). Rows are only ever added; within 10 s
 * each gets its place in a chain of keyed hashes, so that later edits and removals are detected.
 */
export interface OperationLogDoc {
  _id: number;
  /** null: not an operator. */
  operatorId: number | null;
  /** null: not a member. Both null: the system acted. */
  memberId: number | null;
  module: string;
  action: string;
  /** Derived from the action; stored for searches. */
  operateType: OperateType;
  bizId: string;
  before: unknown;
  after: unknown;
  ip: string;
  userAgent: string;
  requestId: string;
  createdAt: Date;
  /** true until it is sealed, then absent. */
  unsealed?: true;
  /** Its place in the chain, from 1; absent until it is sealed. */
  seq?: number;
  /** Hash of this row and the previous hash, hex; absent until it is sealed. */
  hash?: string;
}

export const OperationLogModel = defineModel<OperationLogDoc>(
  "operationLogs",
  {
    operatorId: { type: Number, default: null },
    memberId: { type: Number, default: null },
    module: { type: String, required: true },
    action: { type: String, required: true },
    operateType: { type: Number, enum: Object.values(OperateType), required: true },
    bizId: { type: String, required: true },
    before: {},
    after: {},
    ip: { type: String, default: "" },
    userAgent: { type: String, default: "" },
    requestId: { type: String, required: true },
    unsealed: { type: Boolean },
    seq: { type: Number },
    hash: { type: String },
  },
  {
    indexes: [
      [{ createdAt: -1, _id: -1 }],
      [{ operatorId: 1, createdAt: -1, _id: -1 }],
      [{ memberId: 1, createdAt: -1, _id: -1 }],
      [{ module: 1, action: 1, createdAt: -1, _id: -1 }],
      [{ operateType: 1, createdAt: -1, _id: -1 }],
      [{ bizId: 1, createdAt: -1, _id: -1 }],
      [{ unsealed: 1 }, { sparse: true }],
      [{ seq: 1 }, { unique: true, sparse: true }],
    ],
  },
);
