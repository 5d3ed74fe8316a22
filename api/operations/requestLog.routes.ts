import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { DateRange, epochMs, Long, LongId, longOf, optional, pageInput, pageOf, text, Time } from "#api/http/fields.js";
import {
  handleErrorLog,
  pageAccessLog,
  pageErrorLog,
  type AccessLogDoc,
  type ErrorLogDoc,
  type RequestSearch,
} from "#shared/domains/operations/index.js";
import { UserType } from "#shared/kernel/kernel.codes.js";
import { ErrorLogStatus } from "#shared/domains/operations/operations.states.js";

const filter = {
  requestId: optional(text(100)),
  /** 0 anonymous, 1 member, 2 operator. */
  userType: optional(longOf(Object.values(UserType))),
  userId: optional(LongId),
  /** A prefix of the declared path. */
  requestUrl: optional(text(200)),
  /** The HTTP status. */
  status: optional(Long),
  /** Of the envelope; 0 for success. */
  resultCode: optional(Long),
  /** The minimum duration, in milliseconds. */
  duration: optional(Long),
  userIp: optional(text(64)),
  createTime: DateRange,
};
const AccessQuery = pageInput(filter);
const ErrorQuery = pageInput({ ...filter, processStatus: optional(longOf(Object.values(ErrorLogStatus))) });

const searchOf = ({
  requestUrl: route,
  resultCode: code,
  duration: leastMs,
  userIp: ip,
  createTime: createdBetween,
  requestId,
  userType,
  userId,
  status,
}: Omit<z.output<typeof AccessQuery>, "pageNo" | "pageSize">): RequestSearch => ({
  requestId,
  userType,
  userId,
  route,
  status,
  code,
  leastMs,
  ip,
  createdBetween,
});

const int = z.number().int();
const RequestView = z.object({
  id: int,
  traceId: z.string(),
  userType: int,
  userId: int.nullable(),
  requestMethod: z.string(),
  /** As declared, and as called. */
  requestRoute: z.string(),
  requestUrl: z.string(),
  requestParams: z.record(z.string(), z.unknown()),
  userIp: z.string(),
  userAgent: z.string(),
  terminal: int,
  status: int,
  resultCode: int,
  /** The refusal's name; "" for success. */
  resultMsg: z.string(),
  beginTime: Time,
  endTime: Time,
  duration: int,
  createTime: Time,
});
const requestView = (row: AccessLogDoc | ErrorLogDoc): z.input<typeof RequestView> => ({
  id: row._id,
  traceId: row.requestId,
  userType: row.userType,
  userId: row.userId,
  requestMethod: row.method,
  requestRoute: row.route,
  requestUrl: row.path,
  requestParams: row.params,
  userIp: row.ip,
  userAgent: row.userAgent,
  terminal: row.terminal,
  status: row.status,
  resultCode: row.code,
  resultMsg: row.refusal,
  beginTime: row.beginAt.getTime(),
  endTime: row.beginAt.getTime() + row.ms,
  duration: row.ms,
  createTime: row.createdAt.getTime(),
});

const ErrorView = RequestView.extend({
  exceptionName: z.string(),
  message: z.string(),
  stackTrace: z.string(),
  /** 0 new, 1 handled, 2 ignored. */
  processStatus: int,
  processUserId: int.nullable(),
  processTime: Time.nullable(),
});
const errorView = (row: ErrorLogDoc): z.input<typeof ErrorView> => ({
  ...requestView(row),
  exceptionName: row.errorName,
  message: row.message,
  stackTrace: row.stack,
  processStatus: row.processStatus,
  processUserId: row.processOperatorId,
  processTime: epochMs(row.processAt),
});

const accessPage = endpoint({
  method: "get",
  path: "/admin-api/infra/api-access-log/page",
  access: operator("infra:api-access-log:query"),
  summary: "Lists requests of operators, slow ones (over 1 s) and refused ones (4xx) of the last 7 days, newest first",
  input: { query: AccessQuery },
  output: pageOf(RequestView),
  handle: ({ query }) => pageAccessLog(searchOf(query), query),
  view: ({ list, total }) => ({ list: list.map(requestView), total }),
});

const errorPage = endpoint({
  method: "get",
  path: "/admin-api/infra/api-error-log/page",
  access: operator("infra:api-error-log:query"),
  summary: "Lists requests that ended in a 5xx in the last 30 days with their error, newest first",
  input: { query: ErrorQuery },
  output: pageOf(ErrorView),
  handle: ({ query }) => pageErrorLog({ ...searchOf(query), processStatus: query.processStatus }, query),
  view: ({ list, total }) => ({ list: list.map(errorView), total }),
});

const errorHandle = endpoint({
  method: "put",
  path: "/admin-api/infra/api-error-log/update-status",
  access: operator("infra:api-error-log:update"),
  summary: "Marks a failed request as handled (1) or ignored (2)",
  input: { body: z.object({ id: LongId, processStatus: longOf([ErrorLogStatus.handled, ErrorLogStatus.ignored]) }) },
  output: z.boolean(),
  handle: ({ body, actor }) => handleErrorLog(actor.operatorId, body.id, body.processStatus),
});

export const requestLogEndpoints = [accessPage, errorPage, errorHandle];
