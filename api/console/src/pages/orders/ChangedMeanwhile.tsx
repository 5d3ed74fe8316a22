import { Alert } from "antd";
import { useState } from "react";
import type { DataOf } from "../../client/client";
import { Moment } from "../../parts/shown/figures";
import { useOperator } from "../../shell/operator";
import { useLanguage, useTexts } from "../../texts/texts";
import { orderOperations } from "./order.states";

const bundle = {
  changed: ["{{who}} is working on this order too: {{what}}", "{{who}} 也在处理该订单：{{what}}"],
} as const;

const OPERATOR = 2;

/** Tells what other operators did to an order since its page was opened, until that is closed. */
export function ChangedMeanwhile({ logs }: Pick<DataOf<"/admin-api/trade/order/get-detail">, "logs">) {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const me = useOperator().user.id;
  const newest = Math.max(0, ...logs.map(({ id }) => id));
  const [known, setKnown] = useState(newest);
  const theirs = logs.filter(({ id, userId, userType }) => id > known && userType === OPERATOR && userId !== me);
  const last = theirs.at(-1);
  if (!last) return null;
  const what = theirs.map(({ operateType, content }) => of(orderOperations[operateType]?.[0] ?? [content, content]));
  return (
    <Alert
      showIcon
      type="info"
      style={{ marginBottom: 16 }}
      title={
        <>
          {words("changed", { who: last.operatorName ?? last.userId, what: what.join(", ") })} (
          <Moment ms={last.createTime} />)
        </>
      }
      closable={{ onClose: () => setKnown(newest) }}
    />
  );
}
