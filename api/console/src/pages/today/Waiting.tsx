import { Card, Statistic, theme } from "antd";
import { Link } from "react-router";
import type { PagePath, QueryOf } from "../../client/client";
import { useRead } from "../../client/queries";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["To do", "待办事项"],
  toShip: ["Orders to ship", "待发货订单"],
  toPickUp: ["Orders awaiting pick-up", "待自提订单"],
  comingBack: ["Orders coming back", "退回中的订单"],
  applied: ["After-sales to review", "待审核售后"],
  returned: ["Returns to receive", "待收退货"],
  toRefund: ["After-sales to refund", "待退款售后"],
  reviews: ["Reviews to reply to", "待回复评价"],
  invoices: ["Invoices to issue", "待开发票"],
  stuckInvoices: ["Invoices with problems", "异常发票"],
  anomalies: ["Payment anomalies", "支付异常"],
  givenUp: ["Failed notifications", "失败的商户通知"],
  deadLetters: ["Dead letters", "死信任务"],
} as const;

const EVERY_MS = 30_000;
type Words = (key: keyof typeof bundle) => string;

/** Each shows a count to operators who have it. */
export const waitingPermissions = [
  "statistics:trade:query",
  "trade:order:query",
  "trade:after-sale:query",
  "product:comment:query",
  "member:invoice:query",
  "pay:anomaly:query",
  "pay:notify:query",
  "infra:queue:read",
];

/** The operator's next tasks, each with a link to its list. */
export function Waiting() {
  const words: Words = useTexts(bundle);
  const may = useMay();
  return (
    <Card title={words("title")} style={{ marginBottom: 16 }}>
      <div style={{ display: "grid", gridTemplateColumns: "repeat(auto-fill, minmax(150px, 1fr))", gap: 12 }}>
        {may("statistics:trade:query") && <Orders words={words} />}
        {may("trade:order:query") && (
          <Count
            title={words("comingBack")}
            to="/orders?comingBack=true"
            path="/admin-api/trade/order/page"
            query={{ comingBack: true }}
          />
        )}
        {may("trade:after-sale:query") && (
          <>
            <Count
              title={words("returned")}
              to="/after-sales?status=30"
              path="/admin-api/trade/after-sale/page"
              query={{ status: 30 }}
            />
            <Count
              title={words("toRefund")}
              to="/after-sales?status=40"
              path="/admin-api/trade/after-sale/page"
              query={{ status: 40 }}
            />
          </>
        )}
        {may("product:comment:query") && (
          <Count
            title={words("reviews")}
            to="/reviews?replyStatus=false"
            path="/admin-api/product/comment/page"
            query={{ replyStatus: false }}
          />
        )}
        {may("member:invoice:query") && (
          <>
            <Count
              title={words("invoices")}
              to="/invoices?status=1"
              path="/admin-api/member/invoice/page"
              query={{ status: 1 }}
            />
            <Count
              title={words("stuckInvoices")}
              to="/invoices?waiting=true"
              path="/admin-api/member/invoice/page"
              query={{ waiting: true }}
              bad
            />
          </>
        )}
        {may("pay:anomaly:query") && (
          <Count
            title={words("anomalies")}
            to="/pay/anomalies?status=0"
            path="/admin-api/pay/anomaly/page"
            query={{ status: 0 }}
            bad
          />
        )}
        {may("pay:notify:query") && (
          <Count
            title={words("givenUp")}
            to="/pay/notifies?status=20"
            path="/admin-api/pay/notify/page"
            query={{ status: 20 }}
            bad
          />
        )}
        {may("infra:queue:read") && (
          <Count
            title={words("deadLetters")}
            to="/dead-letters/causes"
            path="/admin-api/infra/dead-letter/page"
            query={{ status: 0 }}
            bad
          />
        )}
      </div>
    </Card>
  );
}

function Orders({ words }: { words: Words }) {
  const { data } = useRead("/admin-api/statistics/trade/order-count", undefined, { everyMs: EVERY_MS });
  return (
    <>
      <Tile title={words("toShip")} to="/orders?status=10&deliveryType=1" value={data?.undelivered} />
      <Tile title={words("toPickUp")} to="/orders?status=10&deliveryType=2" value={data?.pickUp} />
      <Tile title={words("applied")} to="/after-sales?status=10" value={data?.afterSaleApply} />
    </>
  );
}

interface CountProps<P extends PagePath> {
  title: string;
  to: string;
  path: P;
  query: QueryOf<P>;
  bad?: boolean;
}

/** The number of rows that a page finds. */
function Count<P extends PagePath>({ title, to, path, query, bad }: CountProps<P>) {
  const { data } = useRead(path, { ...query, pageSize: 1 } as QueryOf<P>, { everyMs: EVERY_MS });
  const total = (data as { total: number } | undefined)?.total;
  return <Tile title={title} to={to} value={total} {...(bad ? { bad } : {})} />;
}

function Tile({ title, to, value, bad }: { title: string; to: string; value: number | undefined; bad?: boolean }) {
  const { token } = theme.useToken();
  const colour = !value ? token.colorTextSecondary : bad ? token.colorError : token.colorText;
  return (
    <Link to={to} style={{ borderRadius: 6 }}>
      <Card size="small" hoverable style={{ height: "100%" }}>
        <Statistic title={title} value={value ?? "–"} styles={{ content: { color: colour } }} />
      </Card>
    </Link>
  );
}
