import mongoose from "mongoose";
import { UserType } from "#shared/kernel/kernel.codes.js";
import type { LogEntry } from "./logEntry.js";
import { wordsOfEntry } from "./logWords.js";

/** The content of a log row. */
export interface Logged {
  /** null where an old sentence matches no kind; absent in rows of an older version since the migration. */
  what?: LogEntry | null;
  /** The same in English. */
  content: string;
}

/** A row in the log of an order or an after-sale (rules: Orders). */
export interface MoveLog<Status extends number, Operation extends number> extends Logged {
  _id: number;
  /** 0: the system; else the member or operator. */
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

/** New rows have `content` too, as an API of an older version may run beside this one and reads only that. */
export const logged = (what: LogEntry): Logged => ({ what, content: wordsOfEntry(what, "en") });
