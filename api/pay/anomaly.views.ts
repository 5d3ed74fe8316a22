import type { z } from "zod";
import { epochMs } from "#api/http/fields.js";
import { userInShort } from "#api/member/memberInShort.js";
import type { OfOperator } from "#shared/domains/operator/index.js";
import type { OfMember } from "#shared/domains/member/index.js";
import type { AnomalyRow } from "#shared/domains/pay/index.js";
import { AnomalyStatus } from "#shared/domains/pay/reconciliation/reconciliation.states.js";
import type { AnomalyView } from "./anomaly.schemas.js";

export function anomalyView(row: OfMember<OfOperator<AnomalyRow>>): z.input<typeof AnomalyView> {
  return {
    id: row._id,
    kind: row.kind,
    payOrderId: row.payOrderId,
    userId: row.memberId,
    user: userInShort(row.member),
    merchantOrderId: row.merchantOrderId,
    channelCode: row.channelCode,
    no: row.no,
    channelOrderNo: row.channelOrderNo,
    price: row.paidFen,
    expectedPrice: row.expectedFen,
    refundId: row.refundId,
    refundNo: row.refund?.no ?? null,
    refundStatus: row.refund?.status ?? null,
    note: row.note,
    // Older rows without a status are open.
    status: row.status ?? AnomalyStatus.open,
    endedBy: row.endedBy ?? null,
    endTime: epochMs(row.endedAt),
    operatorId: row.operatorId ?? null,
    operatorName: row.operatorName,
    remark: row.remark ?? "",
    createTime: row.createdAt.getTime(),
  };
}
