import { gatherInserts } from "#shared/kernel/mongo/gathered.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { UserType } from "#shared/kernel/kernel.codes.js";
import { announce } from "#shared/kernel/queue/events.js";
import { clock } from "#shared/kernel/time/clock.js";
import { AfterSaleOperation } from "./log.codes.js";
import type { AfterSaleLogEntry } from "./logEntry.js";
import { logged, orderLogFields, type MoveLog } from "./orderLogFields.js";
import type { AfterSaleStatus } from "../afterSale/afterSale.states.js";
import { tradeAfterSaleLogged } from "../trade.events.js";

export interface AfterSaleLogDoc extends MoveLog<AfterSaleStatus, AfterSaleOperation> {
  afterSaleId: number;
}

export const AfterSaleLogModel = defineModel<AfterSaleLogDoc>(
  "afterSaleLogs",
  { afterSaleId: { type: Number, required: true }, ...orderLogFields },
  { indexes: [[{ afterSaleId: 1, _id: 1 }]] },
);

/** The log of an after-sale, oldest first. */
export async function findAfterSaleLogs(afterSaleId: number): Promise<AfterSaleLogDoc[]> {
  return AfterSaleLogModel.find({ afterSaleId }).sort({ createdAt: 1, _id: 1 }).lean<AfterSaleLogDoc[]>();
}

/** Who changed it. */
type MovedBy = Pick<AfterSaleLogDoc, "userId" | "userType">;
export const byMember = (userId: number): MovedBy => ({ userId, userType: UserType.member });
export const byOperator = (userId: number): MovedBy => ({ userId, userType: UserType.operator });
export const bySystem: MovedBy = { userId: 0, userType: UserType.none };

export interface AfterSaleMove {
  afterSaleId: number;
  by: MovedBy;
  from: AfterSaleStatus | null;
  to: AfterSaleStatus;
  operation: keyof typeof AfterSaleOperation;
  what: AfterSaleLogEntry;
}

/** Writes one row, in the caller's transaction, and announces it. */
export async function logAfterSale({ afterSaleId, by, from, to, operation, what }: AfterSaleMove): Promise<void> {
  await gatherInserts(AfterSaleLogModel, [
    {
      _id: await nextId("afterSaleLogs"),
      afterSaleId,
      ...by,
      beforeStatus: from,
      afterStatus: to,
      operateType: AfterSaleOperation[operation],
      ...logged(what),
    },
  ]);
  await announce(tradeAfterSaleLogged, { afterSaleId, operation: AfterSaleOperation[operation], at: clock.ms() });
}
