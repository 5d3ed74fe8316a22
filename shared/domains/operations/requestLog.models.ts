import type mongoose from "mongoose";
import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { Terminal, type UserType } from "#shared/kernel/kernel.codes.js";
import { ErrorLogStatus } from "./operations.states.js";

/** One answered request, with its parameters without secrets; bodies are not stored. */
export interface RequestFacts {
  requestId: string;
  userType: UserType;
  userId: number | null;
  method: string;
  /** As declared: /app-api/website/product/:id. */
  route: string;
  /** As called; as declared if a part of it is secret. */
  path: string;
  params: Record<string, unknown>;
  ip: string;
  userAgent: string;
  terminal: number;
  /** HTTP status. */
  status: number;
  /** Code of the envelope; 0 for success. */
  code: number;
  /** The refusal's name; "" for success. */
  refusal: string;
  /** When it began, and how long it took. */
  beginAt: Date;
  ms: number;
}
/** Kept 7 days. */
export interface AccessLogDoc extends RequestFacts {
  _id: number;
  createdAt: Date;
}
/** Kept 30 days. */
export interface ErrorLogDoc extends RequestFacts {
  _id: number;
  errorName: string;
  message: string;
  stack: string;
  processStatus: ErrorLogStatus;
  processOperatorId: number | null;
  processAt: Date | null;
  createdAt: Date;
}

const text = { type: String, default: "" };
const facts = {
  requestId: { type: String, required: true },
  userType: { type: Number, required: true },
  userId: { type: Number, default: null },
  method: text,
  route: text,
  path: text,
  params: { type: Object, default: {} },
  ip: text,
  userAgent: text,
  terminal: { type: Number, default: Terminal.unknown },
  status: { type: Number, required: true },
  code: { type: Number, default: 0 },
  refusal: text,
  beginAt: { type: Date, required: true },
  ms: { type: Number, required: true },
} satisfies mongoose.SchemaDefinition;

const DAY_SECONDS = 86_400;
const searched: [Record<string, 1 | -1>][] = [
  [{ createdAt: -1, _id: -1 }],
  [{ requestId: 1 }],
  [{ userType: 1, userId: 1, createdAt: -1, _id: -1 }],
  [{ route: 1, createdAt: -1, _id: -1 }],
];

export const AccessLogModel = defineModel<AccessLogDoc>("apiAccessLogs", facts, {
  indexes: [...searched, [{ createdAt: 1 }, { expireAfterSeconds: 7 * DAY_SECONDS }]],
});

export const ErrorLogModel = defineModel<ErrorLogDoc>(
  "apiErrorLogs",
  {
    ...facts,
    errorName: text,
    message: text,
    stack: text,
    processStatus: { type: Number, enum: Object.values(ErrorLogStatus), default: ErrorLogStatus.fresh },
    processOperatorId: { type: Number, default: null },
    processAt: { type: Date, default: null },
  },
  { indexes: [...searched, [{ createdAt: 1 }, { expireAfterSeconds: 30 * DAY_SECONDS }]] },
);
