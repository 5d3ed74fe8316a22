import { z } from "zod";
import { Time } from "#api/http/fields.js";
import { wordsOfLog, type OrderLogDoc } from "#shared/domains/trade/index.js";
import { currentLanguage } from "#shared/kernel/request/context.js";
import type { NamedMoveLog } from "./orderLog.joins.js";

const int = z.number().int();

/** An event of an order or an after-sale; userType 0 system, 1 member, 2 operator. */
export const MoveLogView = z.object({
  id: int,
  userId: int,
  userType: int,
  /** The acting operator; null for others' actions, and once the operator is deleted. */
  operatorName: z.string().nullable(),
  beforeStatus: int.nullable(),
  afterStatus: int,
  operateType: int,
  content: z.string(),
  createTime: Time,
});

/** An event in the language of the request. */
export const orderLogWords = (row: Pick<OrderLogDoc, "what" | "content">): string => wordsOfLog(row, currentLanguage());

export const orderLogView = (row: NamedMoveLog): z.input<typeof MoveLogView> => ({
  id: row._id,
  userId: row.userId,
  userType: row.userType,
  operatorName: row.operatorName,
  beforeStatus: row.beforeStatus,
  afterStatus: row.afterStatus,
  operateType: row.operateType,
  content: orderLogWords(row),
  createTime: row.createdAt.getTime(),
});
