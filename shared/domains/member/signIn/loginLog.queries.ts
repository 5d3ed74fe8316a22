import type { QueryFilter } from "mongoose";
import { eachOf } from "#shared/kernel/lists/eachOf.js";
import { createdWithin, startingWith, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import type { Audience } from "#shared/kernel/security/tokens.js";
import { LoginLogModel, type AuthEventKind, type LoginLogDoc } from "./loginLog.model.js";

export interface LoginLogFilter {
  audience?: Audience | undefined;
  ownerId?: number | undefined;
  /** Prefix of the typed mobile or user name. */
  username?: string | undefined;
  ip?: string | undefined;
  kind?: AuthEventKind | undefined;
  result?: number | undefined;
  /** Inclusive at both ends. */
  between?: TimeSpan | undefined;
}

/** Tries to sign in, and ends of sessions, newest first (operators). */
export const pageLoginLogs = (filter: LoginLogFilter, page: Page): Promise<PageOf<LoginLogDoc>> =>
  pageOf(LoginLogModel, filterOf(filter), page);

/** All rows of a search, newest first, streamed. */
export function eachLoginLog(filter: LoginLogFilter): AsyncIterable<LoginLogDoc> {
  return eachOf(LoginLogModel, filterOf(filter));
}

function filterOf({ username, between, ...exact }: LoginLogFilter): QueryFilter<LoginLogDoc> {
  const given = Object.fromEntries(Object.entries(exact).filter(([, value]) => value !== undefined));
  return {
    ...given,
    ...(username === undefined ? {} : { username: startingWith(username) }),
    ...createdWithin(between),
  };
}
