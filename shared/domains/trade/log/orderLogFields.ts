import mongoose from "mongoose";
import { UserType } from "#shared/kernel/kernel.codes.js";
import type { LogEntry } from "./logEntry.js";
import { wordsOfEntry } from "./logWords.js";

/** What a row says. */
export interface Logged {
  /** null where an old sentence fits no kind; absent in a row that the version before wrote since the migration. */
  what?: LogEntry | null;
  /** The same in English. */
  content: string;
}

/** A row of what happened to an order or an after-sale, by whom (rules: Orders). */
export interface MoveLog<Status extends number, Operation extends number> extends Logged {
  _id: number;
  /** 0 the system, else the member or operator. */
  userId: number;
  userType: UserType;
  beforeStatus: Status | null;
  afterStatus: Status;
  operateType: Operation;
  createdAt: Date;
}

export const orderLogFields = {
  userId: { type: Number, default: 0 },
  userType: { type: Number, enum: Object.values(UserType), required: true },
  beforeStatus: { type: Number, default: null },
  afterStatus: { type: Number, required: true },
  operateType: { type: Number, required: true },
  what: { type: mongoose.Schema.Types.Mixed, default: null },
  content: { type: String, default: "" },
};

/** An API of the version before runs beside this one for a while and reads `content` alone: new rows have it too. */
export const logged = (what: LogEntry): Logged => ({ what, content: wordsOfEntry(what, "en") });
