import { Alert, Card, Skeleton, Table } from "antd";
import { Link } from "react-router";
import type { DataOf } from "../../client/client";
import { useRead } from "../../client/queries";
import { Facts } from "../../parts/shown/Facts";
import { Money, Moment, State } from "../../parts/shown/figures";
import { JobTimeline } from "../../parts/shown/JobTimeline";
import { PageHead } from "../../parts/PageHead";
import { Person } from "../../parts/shown/Person";
import { useLanguage, useTexts } from "../../texts/texts";
import { invoiceForms, invoiceKinds, invoiceStates, providerStates, titleTypes } from "./invoice.states";
import { InvoiceActions } from "./InvoiceActions";

const bundle = {
  all: ["All invoices", "全部发票"],
  title: ["Invoice {{id}}", "发票 {{id}}"],
  application: ["Request", "申请信息"],
  heading: ["Invoice title", "发票抬头"],
  titleType: ["Title type", "抬头类型"],
  taxNo: ["Tax ID", "税号"],
  address: ["Company address", "企业地址"],
  phone: ["Phone", "电话"],
  bank: ["Bank", "开户行"],
  bankNo: ["Bank account", "银行账号"],
  email: ["Email", "邮箱"],
  mailing: ["Mailing address", "邮寄地址"],
  amount: ["Amount", "金额"],
  form: ["Format", "介质"],
  kind: ["Type", "发票类型"],
  order: ["Order", "订单"],
  member: ["Member", "会员"],
  applied: ["Requested", "申请时间"],
  rejected: ["Rejection reason", "驳回原因"],
  invoice: ["Invoice", "开票信息"],
  platform: ["Provider status", "平台状态"],
  platformNo: ["Provider reference", "平台单号"],
  serialNo: ["Serial no. at provider", "平台流水号"],
  no: ["Invoice no.", "发票号码"],
  code: ["Invoice code", "发票代码"],
  check: ["Check code", "校验码"],
  issued: ["Issued", "开票时间"],
  finished: ["Completed", "完成时间"],
  mailed: ["Emailed", "邮件发送时间"],
  parcel: ["Tracking no.", "快递单号"],
  voided: ["Voided", "作废时间"],
  voidReason: ["Why it was voided", "作废原因"],
  replaces: ["Replaces invoice", "替换的发票"],
  red: ["Credit note", "红字发票"],
  redNo: ["Credit note no.", "红字发票号码"],
  lines: ["Line items", "开票明细"],
  name: ["Name", "名称"],
  spec: ["Variant", "规格"],
  quantity: ["Quantity", "数量"],
  price: ["Amount incl. tax", "含税金额"],
  net: ["Amount excl. tax", "不含税金额"],
  tax: ["Tax", "税额"],
  rate: ["Tax rate", "税率"],
  waiting: ["This invoice needs manual attention.", "该发票需要人工处理。"],
} as const;

type Invoice = DataOf<"/admin-api/member/invoice/get">;

export function InvoiceDetail({ id }: { id: number }) {
  const words = useTexts(bundle);
  const { data, error } = useRead("/admin-api/member/invoice/get", { id });
  const back = { to: "/invoices", label: words("all") };
  if (!data)
    return (
      <>
        <PageHead title={words("title", { id })} back={back} />
        {error ? <Alert type="error" showIcon title={error.message} /> : <Skeleton active />}
      </>
    );
  return (
    <>
      <PageHead title={words("title", { id })} back={back} beside={<State of={invoiceStates} value={data.status} />}>
        <InvoiceActions invoice={data} />
      </PageHead>
      {data.waiting && (
        <Alert
          type="warning"
          showIcon
          title={words("waiting")}
          description={
            <>
              {data.failReason} <Moment ms={data.waitingTime} />
            </>
          }
          style={{ marginBottom: 16 }}
        />
      )}
      <Application invoice={data} />
      <Outcome invoice={data} />
      <Lines invoice={data} />
      <JobTimeline kind="invoice" id={id} />
    </>
  );
}

function Application({ invoice }: { invoice: Invoice }) {
  const words = useTexts(bundle);
  return (
    <Facts
      title={words("application")}
      facts={[
        [words("heading"), invoice.title],
        [words("titleType"), <State key="titleType" of={titleTypes} value={invoice.titleType} />],
        [
          words("amount"),
          <strong key="amount">
            <Money fen={Number(invoice.invoicePrice)} />
          </strong>,
        ],
        [words("taxNo"), invoice.taxNo || undefined],
        [words("form"), <State key="form" of={invoiceForms} value={invoice.type} />],
        [words("kind"), <State key="kind" of={invoiceKinds} value={invoice.invoiceType} />],
        [
          words("order"),
          <Link key="order" to={`/orders/${invoice.tradeOrderId}`}>
            {invoice.orderNo}
          </Link>,
        ],
        [words("member"), <Person key="member" id={invoice.userId} user={invoice.user} />],
        [words("applied"), <Moment key="applied" ms={invoice.createTime} />],
        [words("address"), invoice.address || undefined],
        [words("phone"), invoice.phone || undefined],
        [words("bank"), invoice.bankAddress || undefined],
        [words("bankNo"), invoice.bankNo || undefined],
        [words("email"), invoice.email || undefined],
        [words("mailing"), invoice.mailingAddress || undefined],
        [words("rejected"), invoice.rejectReason || undefined],
      ]}
    />
  );
}

function Outcome({ invoice }: { invoice: Invoice }) {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const standing = (state: string) => (providerStates[state] ? of(providerStates[state]) : state);
  const moment = (ms: number | null) => (ms ? <Moment ms={ms} /> : undefined);
  return (
    <Facts
      title={words("invoice")}
      facts={[
        [words("platform"), standing(invoice.platformState)],
        [words("platformNo"), invoice.platformOrderNo ?? undefined],
        [words("serialNo"), invoice.platformSerialNo ?? undefined],
        [words("no"), invoice.invoiceNo ?? undefined],
        [words("code"), invoice.invoiceCode ?? undefined],
        [words("check"), invoice.checkCode ?? undefined],
        [words("issued"), moment(invoice.invoiceTime)],
        [words("finished"), moment(invoice.finishTime)],
        [words("mailed"), moment(invoice.mailTime)],
        [words("parcel"), invoice.trackingNo ?? undefined],
        [words("voided"), moment(invoice.voidTime)],
        [words("voidReason"), invoice.voidReason || undefined],
        [
          words("replaces"),
          invoice.replacesId && (
            <Link key="replaces" to={`/invoices/${invoice.replacesId}`}>
              {invoice.replacesId}
            </Link>
          ),
        ],
        [words("red"), invoice.redState === "none" ? undefined : standing(invoice.redState)],
        [words("redNo"), invoice.redInvoiceNo ?? undefined],
      ]}
    />
  );
}

function Lines({ invoice }: { invoice: Invoice }) {
  const words = useTexts(bundle);
  return (
    <Card title={words("lines")}>
      <Table
        rowKey={(line) => `${line.name} ${line.spec}`}
        size="small"
        pagination={false}
        scroll={{ x: "max-content" }}
        dataSource={invoice.lines}
        columns={[
          { title: words("name"), dataIndex: "name" },
          { title: words("spec"), dataIndex: "spec" },
          { title: words("quantity"), align: "right", render: (_, line) => `${line.quantity} ${line.unit}` },
          { title: words("price"), align: "right", render: (_, line) => <Money fen={line.price} /> },
          { title: words("net"), align: "right", render: (_, line) => <Money fen={line.netPrice} /> },
          { title: words("rate"), align: "right", render: (_, line) => `${line.taxRate}%` },
          { title: words("tax"), align: "right", render: (_, line) => <Money fen={line.tax} /> },
        ]}
      />
    </Card>
  );
}
