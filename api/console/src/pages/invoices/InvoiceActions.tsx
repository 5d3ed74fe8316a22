import { FilePdfOutlined } from "@ant-design/icons";
import { Alert, App, Button } from "antd";
import { useState } from "react";
import { download, put, type RowOf } from "../../client/client";
import { ActButton } from "../../parts/acts/ActButton";
import { ActDialog } from "../../parts/acts/ActDialog";
import type { Field } from "../../parts/fields/fields";
import { useMay, useOffers } from "../../shell/operator";
import { useTexts } from "../../texts/texts";

const bundle = {
  issue: ["Issue", "开票"],
  issueElectronic: ["Submit this electronic invoice to the provider?", "确定向开票平台提交这张电子发票吗？"],
  issuePaper: ["Accept this paper invoice?", "确定受理这张纸质发票吗？"],
  finish: ["Complete", "完成开票"],
  trackingNo: ["Tracking number", "寄送快递单号"],
  invoiceUrl: ["Invoice file URL", "发票文件地址"],
  urlHint: ["For an electronic invoice issued elsewhere", "用于在其他平台开具的电子发票"],
  reject: ["Reject", "驳回"],
  reason: ["Reason (the member can apply again)", "驳回原因，会员可重新申请"],
  retry: ["Retry", "重试"],
  retryQuestion: ["Resubmit to the provider?", "确定重新提交到开票平台吗？"],
  reissue: ["Void and reissue", "作废重开"],
  reissueReason: ["Why it is voided", "作废原因"],
  heading: ["Invoice title", "发票抬头"],
  taxNo: ["Tax ID", "税号"],
  email: ["Email", "邮箱"],
  mailing: ["Mailing address", "邮寄地址"],
  reissueHint: [
    "Another invoice over what is left of the order takes its place.",
    "将按订单剩余金额重新开具一张发票。",
  ],
  file: ["PDF", "PDF"],
  done: ["Saved", "已保存"],
} as const;

const changes = ["/admin-api/member/invoice/"];
const trackingNo: Field = { name: "trackingNo", label: bundle.trackingNo, kind: "text", needed: true };
const invoiceUrl: Field = {
  name: "invoiceUrl",
  label: bundle.invoiceUrl,
  kind: "text",
  needed: true,
  hint: bundle.urlHint,
};

const reissueFields = (type: number): readonly Field[] => [
  { name: "reason", label: bundle.reissueReason, kind: "longText", needed: true },
  { name: "title", label: bundle.heading, kind: "text", needed: true },
  { name: "taxNo", label: bundle.taxNo, kind: "text" },
  type === 1
    ? { name: "mailingAddress", label: bundle.mailing, kind: "text", needed: true }
    : { name: "email", label: bundle.email, kind: "text", needed: true },
];
interface Reissue {
  reason: string;
  title: string;
  taxNo?: string;
  email?: string;
  mailingAddress?: string;
}

interface Props {
  invoice: RowOf<"/admin-api/member/invoice/page">;
  size?: "small" | "medium";
}

/** The actions on an invoice in its state. */
export function InvoiceActions({ invoice, size = "medium" }: Props) {
  const words = useTexts(bundle);
  const may = useMay();
  const offers = useOffers();
  const { id, status, type } = invoice;
  const ends = { size, changes, done: words("done") };
  return (
    <>
      {status === 1 && may("member:invoice:issue") && (
        <ActButton
          type="primary"
          question={words(type === 2 ? "issueElectronic" : "issuePaper")}
          act={() => put("/admin-api/member/invoice/issue", { id })}
          {...ends}
        >
          {words("issue")}
        </ActButton>
      )}
      {status === 2 && invoice.platformState !== "sent" && may("member:invoice:finish") && (
        <ActDialog<{ trackingNo?: string; invoiceUrl?: string }>
          type="primary"
          label={words("finish")}
          fields={[type === 1 ? trackingNo : invoiceUrl]}
          act={(outcome) => put("/admin-api/member/invoice/finish", { id, ...outcome })}
          {...ends}
        />
      )}
      {invoice.waiting && offers(["invoice"]) && may("member:invoice:retry") && (
        <ActButton
          question={words("retryQuestion")}
          act={() => put("/admin-api/member/invoice/retry", { id })}
          {...ends}
        >
          {words("retry")}
        </ActButton>
      )}
      {status === 3 && may("member:invoice:reissue") && (
        <ActDialog<Reissue>
          danger
          label={words("reissue")}
          fields={reissueFields(type)}
          row={{
            title: invoice.title,
            taxNo: invoice.taxNo,
            email: invoice.email,
            mailingAddress: invoice.mailingAddress,
          }}
          intro={() => <Alert type="info" title={words("reissueHint")} style={{ marginBottom: 16 }} />}
          act={(body) => put("/admin-api/member/invoice/reissue", { id, ...body })}
          {...ends}
        />
      )}
      {(status === 1 || status === 2) && may("member:invoice:reject") && (
        <ActDialog<{ reason: string }>
          danger
          label={words("reject")}
          fields={[{ name: "reason", label: bundle.reason, kind: "longText", needed: true }]}
          act={({ reason }) => put("/admin-api/member/invoice/reject", { id, reason })}
          {...ends}
        />
      )}
      {invoice.invoiceUrl && <InvoiceFile id={id} url={invoice.invoiceUrl} size={size} />}
    </>
  );
}

function InvoiceFile({ id, url, size }: { id: number; url: string; size: "small" | "medium" }) {
  const words = useTexts(bundle);
  const { notification } = App.useApp();
  const [busy, setBusy] = useState(false);
  const ours = url.startsWith("/admin-api/");
  const save = async () => {
    setBusy(true);
    try {
      await download("/admin-api/member/invoice/file", { id }, `invoice-${id}.pdf`);
    } catch (error) {
      notification.error({ title: (error as Error).message });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size={size}
      icon={<FilePdfOutlined aria-hidden />}
      loading={busy}
      {...(ours ? { onClick: () => void save() } : { href: url, target: "_blank", rel: "noreferrer" })}
    >
      {words("file")}
    </Button>
  );
}
