import { defineModel } from "#shared/platform/mongo.js";

/** One write by an operator (contract 11). Rows are only ever added. */
export interface OperationLogDoc {
  _id: number;
  /** null: the system acted. */
  operatorId: number | null;
  module: string;
  action: string;
  bizId: string;
  before: unknown;
  after: unknown;
  ip: string;
  userAgent: string;
  requestId: string;
  createdAt: Date;
}

export const OperationLogModel = defineModel<OperationLogDoc>(
  "operationLogs",
  {
    operatorId: { type: Number, default: null },
    module: { type: String, required: true },
    action: { type: String, required: true },
    bizId: { type: String, required: true },
    before: {},
    after: {},
    ip: { type: String, default: "" },
    userAgent: { type: String, default: "" },
    requestId: { type: String, required: true },
  },
  {
    indexes: [[{ createdAt: -1 }], [{ operatorId: 1, createdAt: -1 }], [{ module: 1, action: 1, createdAt: -1 }]],
  },
);
