import { Flex, Space, Tag, Typography } from "antd";
import { Link } from "react-router";
import { Money, Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { Person } from "../../parts/shown/Person";
import { SecondLine } from "../../parts/shown/SecondLine";
import { useTexts } from "../../texts/texts";
import { invoiceForms, invoiceKinds, invoiceStates, titleTypes } from "./invoice.states";
import { InvoiceActions } from "./InvoiceActions";

const bundle = {
  title: ["Invoices", "发票"],
  status: ["Status", "状态"],
  form: ["Format", "介质"],
  kind: ["Type", "发票类型"],
  order: ["Order", "订单"],
  orderNo: ["Order no.", "订单号"],
  orderId: ["Order ID", "订单编号"],
  userId: ["Member ID", "会员编号"],
  member: ["Member", "会员"],
  heading: ["Invoice title", "发票抬头"],
  taxNo: ["Tax ID", "税号"],
  amount: ["Amount", "金额"],
  time: ["Requested", "申请时间"],
  waiting: ["Needs attention", "需人工处理"],
  actions: ["Actions", "操作"],
} as const;

const filters: Filter[] = [
  { name: "orderNo", label: bundle.orderNo, kind: "text", isWide: true },
  { name: "title", label: bundle.heading, kind: "text" },
  { name: "status", label: bundle.status, kind: "state", states: invoiceStates },
  { name: "waiting", label: bundle.waiting, kind: "yesNo" },
  { name: "type", label: bundle.form, kind: "state", states: invoiceForms },
  { name: "invoiceType", label: bundle.kind, kind: "state", states: invoiceKinds },
  { name: "tradeOrderId", label: bundle.orderId, kind: "number" },
  { name: "userId", label: bundle.userId, kind: "number" },
  { name: "createTime", label: bundle.time, kind: "time" },
];

export function InvoiceList() {
  const words = useTexts(bundle);
  return (
    <>
      <PageHead title={words("title")} />
      <PageTable
        path="/admin-api/member/invoice/page"
        filters={filters}
        exports={{
          path: "/admin-api/member/invoice/export",
          permission: "member:invoice:export",
          name: "invoices.csv",
        }}
        columns={[
          { title: "ID", render: (_, row) => <Link to={`/invoices/${row.id}`}>{row.id}</Link> },
          { title: words("order"), render: (_, row) => <Link to={`/orders/${row.tradeOrderId}`}>{row.orderNo}</Link> },
          { title: words("member"), render: (_, row) => <Person id={row.userId} user={row.user} /> },
          {
            title: words("heading"),
            render: (_, row) => (
              <div style={{ maxWidth: 240, overflowWrap: "anywhere" }}>
                {row.title} <State of={titleTypes} value={row.titleType} />
                {row.taxNo && (
                  <SecondLine>
                    {words("taxNo")} {row.taxNo}
                  </SecondLine>
                )}
              </div>
            ),
          },
          { title: words("amount"), align: "right", render: (_, row) => <Money fen={Number(row.invoicePrice)} /> },
          {
            title: words("kind"),
            render: (_, row) => (
              <Space size={0}>
                <State of={invoiceForms} value={row.type} />
                <State of={invoiceKinds} value={row.invoiceType} />
              </Space>
            ),
          },
          {
            title: words("status"),
            weight: 80,
            render: (_, row) => (
              <>
                <State of={invoiceStates} value={row.status} />
                {row.waiting && (
                  <>
                    <Tag color="error">{words("waiting")}</Tag>
                    <Typography.Text type="secondary" style={{ display: "block", maxWidth: 220, fontSize: 12 }}>
                      {row.failReason}
                    </Typography.Text>
                  </>
                )}
              </>
            ),
          },
          { title: words("time"), render: (_, row) => <Moment ms={row.createTime} /> },
          {
            title: words("actions"),
            fixed: "right",
            render: (_, row) => (
              <Flex gap={8}>
                <InvoiceActions invoice={row} size="small" />
              </Flex>
            ),
          },
        ]}
      />
    </>
  );
}
