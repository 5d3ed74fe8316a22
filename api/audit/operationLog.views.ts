import { DateTime } from "luxon";
import type { Columns } from "#api/http/csv/csvExport.js";
import { userInShort } from "#api/member/memberInShort.js";
import type { OfOperator } from "#shared/domains/operator/index.js";
import { operateTypeOf, type OperationLogDoc } from "#shared/domains/audit/index.js";
import type { OfMember } from "#shared/domains/member/index.js";

export const operationView = (row: OfMember<OfOperator<OperationLogDoc>>) => ({
  id: row._id,
  operatorId: row.operatorId,
  operatorName: row.operatorName,
  memberId: row.memberId,
  user: userInShort(row.member),
  module: row.module,
  action: row.action,
  operateType: operateTypeOf(row.action),
  bizId: row.bizId,
  before: row.before ?? null,
  after: row.after ?? null,
  ip: row.ip,
  userAgent: row.userAgent,
  requestId: row.requestId,
  seq: row.seq ?? null,
  createTime: row.createdAt.getTime(),
});

const json = (value: unknown): string => (value === null || value === undefined ? "" : JSON.stringify(value));

/** For programs as well: the heads are the names of the fields, in either language. */
export const operationColumns: Columns<OfOperator<OperationLogDoc>> = [
  ["id", "id", ({ _id }) => _id],
  ["seq", "seq", ({ seq }) => seq ?? null],
  [
    "createTime",
    "createTime",
    ({ createdAt }) => DateTime.fromJSDate(createdAt, { zone: "Asia/Shanghai" }).toISO() ?? "",
  ],
  ["operatorId", "operatorId", ({ operatorId }) => operatorId],
  ["operatorName", "operatorName", ({ operatorName }) => operatorName],
  ["memberId", "memberId", ({ memberId }) => memberId],
  ["module", "module", ({ module }) => module],
  ["action", "action", ({ action }) => action],
  ["bizId", "bizId", ({ bizId }) => bizId],
  ["before", "before", ({ before }) => json(before)],
  ["after", "after", ({ after }) => json(after)],
  ["ip", "ip", ({ ip }) => ip],
  ["userAgent", "userAgent", ({ userAgent }) => userAgent],
  ["requestId", "requestId", ({ requestId }) => requestId],
  ["operateType", "operateType", ({ action }) => operateTypeOf(action)],
];
