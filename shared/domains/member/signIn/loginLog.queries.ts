import type { QueryFilter } from "mongoose";
import type { Audience } from "#shared/kernel/security/tokens.js";
import { LoginLogModel, type AuthEventKind, type LoginLogDoc } from "./loginLog.model.js";

export interface LoginLogFilter {
  audience?: Audience | undefined;
  ownerId?: number | undefined;
  /** The beginning of what was typed: a mobile or a user name. */
  username?: string | undefined;
  ip?: string | undefined;
  kind?: AuthEventKind | undefined;
  result?: number | undefined;
  /** Both ends belong to it. */
  between?: readonly [Date, Date] | undefined;
}

/** Tries to sign in, and what ended sign-ins, newest first (operators). */
export async function pageLoginLogs(
  filter: LoginLogFilter,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
): Promise<{ list: LoginLogDoc[]; total: number }> {
  const where = filterOf(filter);
  const list = await LoginLogModel.find(where)
    .sort({ createdAt: -1, _id: -1 })
    .skip((pageNo - 1) * pageSize)
    .limit(pageSize)
    .lean<LoginLogDoc[]>();
  return { list, total: await LoginLogModel.countDocuments(where) };
}

/** All of a search, newest first, read as they are taken. */
export function eachLoginLog(filter: LoginLogFilter): AsyncIterable<LoginLogDoc> {
  return LoginLogModel.find(filterOf(filter))
    .sort({ createdAt: -1, _id: -1 })
    .lean<LoginLogDoc[]>()
    .cursor({ batchSize: 500 });
}

function filterOf({ username, between, ...exact }: LoginLogFilter): QueryFilter<LoginLogDoc> {
  const told = Object.fromEntries(Object.entries(exact).filter(([, value]) => value !== undefined));
  return {
    ...told,
    // A range and no pattern: it uses the index, and nothing of what was typed has a meaning of its own.
    ...(username === undefined ? {} : { username: { $gte: username, $lt: `${username}\uffff` } }),
    // Half-open, as a moment is a whole millisecond: what every store reads the same from an index of several fields.
    ...(between ? { createdAt: { $gte: between[0], $lt: new Date(between[1].getTime() + 1) } } : {}),
  };
}
