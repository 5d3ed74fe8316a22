import { z } from "zod";
import { UserInShort } from "#api/member/memberInShort.js";
import { DateRange, LongId, longOf, optional, pageInput, pageOf, Time } from "#api/http/fields.js";
import { OperateType } from "#shared/domains/audit/operationLog.codes.js";

const filter = {
  operatorId: optional(LongId),
  memberId: optional(LongId),
  module: optional(z.string().max(64)),
  action: optional(z.string().max(64)),
  /** 1 create, 2 update, 3 delete, 4 other. */
  operateType: optional(longOf(Object.values(OperateType))),
  bizId: optional(z.string().max(200)),
  createTime: DateRange,
};
export const OperationPageQuery = pageInput(filter);

export const OperationPage = pageOf(
  z.object({
    id: z.number(),
    operatorId: z.number().nullable(),
    /** Null once the operator is deleted. */
    operatorName: z.string().nullable(),
    memberId: z.number().nullable(),
    user: UserInShort,
    module: z.string(),
    action: z.string(),
    /** 1 create, 2 update, 3 delete, 4 other. */
    operateType: z.union([
      z.literal(OperateType.create),
      z.literal(OperateType.update),
      z.literal(OperateType.delete),
      z.literal(OperateType.other),
    ]),
    bizId: z.string(),
    before: z.unknown(),
    after: z.unknown(),
    ip: z.string(),
    userAgent: z.string(),
    requestId: z.string(),
    /** Its number in the sealed chain; null for the first few seconds. */
    seq: z.number().nullable(),
    createTime: Time,
  }),
);

/** The values of the filter. */
export const OperationActions = z.array(z.object({ module: z.string(), actions: z.array(z.string()) }));
