import { z } from "zod";
import { authEventKinds, pageLoginLogs, type LoginLogDoc, type LoginLogFilter } from "#shared/domains/member/index.js";
import { Id } from "#shared/kernel/request/schemas.js";
import { endpoint, operator } from "#api/http/endpoint.js";
import { DateRange, Long, LongId, longOf, optional, pageInput, pageOf, Time } from "#api/http/fields.js";
import { UserType } from "#shared/kernel/kernel.codes.js";

export const LoginLogPageQuery = pageInput({
  /** 1 member, 2 operator. */
  userType: optional(longOf([UserType.member, UserType.operator])),
  userId: optional(LongId),
  username: optional(z.string().max(64)),
  userIp: optional(z.string().max(64)),
  logType: optional(z.enum(authEventKinds)),
  result: optional(Long),
  createTime: DateRange,
});

/** A sign-in attempt, or the end of a sign-in (rules: Sign-in). */
const LoginLogView = z.object({
  id: Id,
  logType: z.enum(authEventKinds),
  traceId: z.string(),
  userId: Id.nullable(),
  userType: z.number().int(),
  username: z.string(),
  result: z.number().int(),
  userIp: z.string(),
  userAgent: z.string(),
  terminal: z.number().int(),
  createTime: Time,
});

const loginLog = (row: LoginLogDoc) => ({
  id: row._id,
  logType: row.kind,
  traceId: row.requestId,
  userId: row.ownerId,
  userType: row.audience === "member" ? UserType.member : UserType.operator,
  username: row.username,
  result: row.result,
  userIp: row.ip,
  userAgent: row.userAgent,
  terminal: row.terminal,
  createTime: row.createdAt.getTime(),
});

type Query = Omit<z.output<typeof LoginLogPageQuery>, "pageNo" | "pageSize">;
export const loginLogFilter = (query: Query): LoginLogFilter => ({
  audience: query.userType === undefined ? undefined : query.userType === UserType.member ? "member" : "operator",
  ownerId: query.userId,
  username: query.username,
  ip: query.userIp,
  kind: query.logType,
  result: query.result,
  between: query.createTime,
});

const page = endpoint({
  method: "get",
  path: "/admin-api/system/login-log/page",
  access: operator("system:login-log:query"),
  summary: "Lists sign-in attempts of members and operators, newest first",
  input: { query: LoginLogPageQuery },
  output: pageOf(LoginLogView),
  handle: ({ query }) => pageLoginLogs(loginLogFilter(query), query),
  view: ({ list, total }) => ({ list: list.map(loginLog), total }),
});

export const loginLogEndpoints = [page];
