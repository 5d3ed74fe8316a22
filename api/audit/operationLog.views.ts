import { DateTime } from "luxon";
import type { CsvColumns } from "#api/http/csv/csv.js";
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

export const operationColumns: CsvColumns<OfOperator<OperationLogDoc>> = {
  id: ({ _id }) => _id,
  seq: ({ seq }) => seq ?? null,
  createTime: ({ createdAt }) => DateTime.fromJSDate(createdAt, { zone: "Asia/Shanghai" }).toISO() ?? "",
  operatorId: ({ operatorId }) => operatorId,
  operatorName: ({ operatorName }) => operatorName,
  memberId: ({ memberId }) => memberId,
  module: ({ module }) => module,
  action: ({ action }) => action,
  bizId: ({ bizId }) => bizId,
  before: ({ before }) => json(before),
  after: ({ after }) => json(after),
  ip: ({ ip }) => ip,
  userAgent: ({ userAgent }) => userAgent,
  requestId: ({ requestId }) => requestId,
  operateType: ({ action }) => operateTypeOf(action),
};
