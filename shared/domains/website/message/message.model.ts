import type { LogicallyDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** A visitor's message to the company. */
export interface MessageDoc extends LogicallyDeleted {
  _id: number;
  name: string;
  email: string;
  subject: string;
  message: string;
  ip: string;
  /** Operators' addresses that got the mail so far (mailMessage.ts). */
  mailedTo: string[];
  handled: boolean;
  handledAt: Date | null;
  handledBy: number | null;
  /** The operators' remark. */
  remark: string;
  createdAt: Date;
}

export const MessageModel = defineModel<MessageDoc>(
  "websiteMessages",
  {
    name: { type: String, required: true },
    email: { type: String, required: true },
    subject: { type: String, required: true },
    message: { type: String, required: true },
    ip: { type: String, default: "" },
    mailedTo: { type: [String], default: [] },
    handled: { type: Boolean, default: false },
    handledAt: { type: Date, default: null },
    handledBy: { type: Number, default: null },
    remark: { type: String, default: "" },
  },
  { logicalDelete: true, indexes: [[{ deletedAt: 1, createdAt: -1, _id: -1 }]] },
);
