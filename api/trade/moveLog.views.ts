import { z } from "zod";
import { Time } from "#api/http/fields.js";
import type { AfterSaleLogDoc, OrderLogDoc } from "#shared/domains/trade/index.js";

const int = z.number().int();

/** What happened to an order or an after-sale; userType 0 system, 1 member, 2 operator. */
export const MoveLogView = z.object({
  id: int,
  userId: int,
  userType: int,
  beforeStatus: int.nullable(),
  afterStatus: int,
  operateType: int,
  content: z.string(),
  createTime: Time,
});

export const moveLogView = (row: OrderLogDoc | AfterSaleLogDoc): z.input<typeof MoveLogView> => ({
  id: row._id,
  userId: row.userId,
  userType: row.userType,
  beforeStatus: row.beforeStatus,
  afterStatus: row.afterStatus,
  operateType: row.operateType,
  content: row.content,
  createTime: row.createdAt.getTime(),
});
