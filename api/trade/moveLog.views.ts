import { z } from "zod";
import { Time } from "#api/http/fields.js";
import { operatorNames } from "#shared/domains/admin/index.js";
import type { AfterSaleLogDoc, OrderLogDoc } from "#shared/domains/trade/index.js";
import { moveLogWords } from "./moveLog.words.js";

const int = z.number().int();

/** What happened to an order or an after-sale; userType 0 system, 1 member, 2 operator. */
export const MoveLogView = z.object({
  id: int,
  userId: int,
  userType: int,
  /** Of the operator whose act it was; null for others' acts, and once the operator is deleted. */
  operatorName: z.string().nullable(),
  beforeStatus: int.nullable(),
  afterStatus: int,
  operateType: int,
  content: z.string(),
  createTime: Time,
});

const OPERATOR = 2;
type MoveLog = (OrderLogDoc | AfterSaleLogDoc) & { operatorName: string | null };
export type WithNames<T> = Omit<T, "logs"> & { logs: MoveLog[] };

/** The same with the names of the operators in its history, by one query. */
export async function withOperatorNames<T extends { logs: (OrderLogDoc | AfterSaleLogDoc)[] }>(
  full: T,
): Promise<WithNames<T>> {
  const byOperator = full.logs.filter(({ userType }) => userType === OPERATOR);
  const names = await operatorNames(byOperator.map(({ userId }) => userId));
  const nameOf = (log: OrderLogDoc | AfterSaleLogDoc) =>
    log.userType === OPERATOR ? (names.get(log.userId) ?? null) : null;
  return { ...full, logs: full.logs.map((log) => ({ ...log, operatorName: nameOf(log) })) };
}

export const moveLogView = (row: MoveLog): z.input<typeof MoveLogView> => ({
  id: row._id,
  userId: row.userId,
  userType: row.userType,
  operatorName: row.operatorName,
  beforeStatus: row.beforeStatus,
  afterStatus: row.afterStatus,
  operateType: row.operateType,
  content: moveLogWords(row.content),
  createTime: row.createdAt.getTime(),
});
