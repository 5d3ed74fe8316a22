import type { QueryFilter } from "mongoose";
import { createdWithin, startingWith, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
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
  between?: TimeSpan | undefined;
}

/** Tries to sign in, and what ended sign-ins, newest first (operators). */
export const pageLoginLogs = (filter: LoginLogFilter, page: Page): Promise<PageOf<LoginLogDoc>> =>
  pageOf(LoginLogModel, filterOf(filter), page);

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
    ...(username === undefined ? {} : { username: startingWith(username) }),
    ...createdWithin(between),
  };
}
