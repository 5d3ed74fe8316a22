import { PlusOutlined } from "@ant-design/icons";
import { Alert, Button, Modal, Typography } from "antd";
import { shopTime } from "../../parts/shown/shopTime";
import { useState } from "react";
import { post, put, type BodyOf } from "../../client/client";
import { useAct } from "../../client/queries";
import { ConfirmButton } from "../../parts/acts/ConfirmButton";
import type { Field } from "../../parts/fields/fields";
import { Moment, State, type States } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { FormDrawer } from "../../parts/acts/FormDrawer";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { Person } from "../../parts/shown/Person";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { useWebsiteProducts } from "./content";

const bundle = {
  title: ["Licences", "授权许可"],
  issue: ["Issue licence", "签发授权"],
  issued: ["Licence issued", "授权已签发"],
  number: ["Licence number", "授权编号"],
  member: ["Member", "会员"],
  product: ["Product", "产品"],
  domain: ["Domain", "域名"],
  company: ["Company", "公司"],
  authorizeTime: ["Valid from", "授权时间"],
  expirationTime: ["Expires", "到期时间"],
  status: ["Status", "状态"],
  actions: ["Actions", "操作"],
  revoke: ["Revoke", "吊销"],
  revokeQuestion: [
    "Revoke permanently? The site of this domain loses its licence immediately.",
    "确定吊销？该域名的授权将立即失效，且不可恢复。",
  ],
  revoked: ["Revoked", "已吊销"],
} as const;
const states: States = {
  0: [["Active", "生效中"], "success"],
  1: [["Revoked", "已吊销"], "error"],
  2: [["Expired", "已过期"], "warning"],
};
const wireStates: States = { 0: [["Not revoked", "未吊销"]], 1: [["Revoked", "已吊销"]] };
const filters: Filter[] = [
  { name: "authorizationNo", label: bundle.number, kind: "text" },
  { name: "domainName", label: bundle.domain, kind: "text" },
  { name: "userId", label: ["Member ID", "会员 ID"], kind: "number" },
  { name: "status", label: bundle.status, kind: "state", states: wireStates },
  { name: "createTime", label: ["Issued", "签发时间"], kind: "time" },
];
const base = "/admin-api/website/license/";

export default function LicensesPage() {
  const words = useTexts(bundle);
  const may = useMay();
  const [issuing, setIssuing] = useState(false);
  const [number, setNumber] = useState<string>();
  const products = useWebsiteProducts();
  const fields: Field[] = [
    { name: "userId", label: ["Member ID", "会员 ID"], kind: "number", needed: true, min: 1 },
    { name: "productId", label: bundle.product, kind: "select", needed: true, options: products.options },
    {
      name: "domainName",
      label: bundle.domain,
      kind: "text",
      needed: true,
      hint: ["Without https://; subdomains are not covered", "不含 https://；不包括子域名"],
    },
    { name: "companyName", label: bundle.company, kind: "text", needed: true },
    {
      name: "expirationTime",
      label: bundle.expirationTime,
      kind: "time",
      needed: true,
      initial: shopTime().add(1, "year").endOf("day"),
      hint: ["Valid until the end of that day (Beijing time)", "有效至当日结束（北京时间）"],
    },
  ];
  const issue = useAct(
    async (body: Record<string, unknown>) => {
      const made = await post(`${base}issue`, body as BodyOf<"/admin-api/website/license/issue", "post">);
      setIssuing(false);
      setNumber(made.authorizationNo);
    },
    [base],
    words("issued"),
  );
  const revoke = useAct((id: number) => put(`${base}revoke`, { id }), [base], words("revoked"));
  return (
    <>
      <PageHead title={words("title")}>
        {may("website:license:issue") && (
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setIssuing(true)}>
            {words("issue")}
          </Button>
        )}
      </PageHead>
      <PageTable
        path={`${base}page`}
        filters={filters}
        exports={{ path: `${base}export`, permission: "website:license:export", name: "licenses.csv" }}
        columns={[
          {
            title: words("number"),
            render: (_, row) => (
              <Typography.Text copyable code>
                {row.authorizationNo}
              </Typography.Text>
            ),
          },
          { title: words("product"), dataIndex: "productName" },
          { title: words("domain"), dataIndex: "domainName" },
          { title: words("company"), dataIndex: "companyName" },
          { title: words("member"), render: (_, row) => <Person id={row.userId} user={row.user} /> },
          { title: words("authorizeTime"), render: (_, row) => <Moment ms={row.authorizeTime} /> },
          { title: words("expirationTime"), render: (_, row) => <Moment ms={row.expirationTime} /> },
          {
            title: words("status"),
            weight: 80,
            render: (_, row) => (
              <State of={states} value={row.status === 0 && row.expirationTime < Date.now() ? 2 : row.status} />
            ),
          },
          {
            title: words("actions"),
            key: "actions",
            fixed: "right",
            render: (_, row) =>
              row.status === 0 &&
              may("website:license:revoke") && (
                <ConfirmButton
                  danger
                  loading={revoke.isPending && revoke.variables === row.id}
                  question={words("revokeQuestion")}
                  onConfirm={() => revoke.mutate(row.id)}
                >
                  {words("revoke")}
                </ConfirmButton>
              ),
          },
        ]}
      />
      <FormDrawer
        title={words("issue")}
        open={issuing}
        fields={fields}
        busy={issue.isPending}
        onSave={(body) => issue.mutate(body)}
        onClose={() => setIssuing(false)}
      />
      <Modal
        open={number !== undefined}
        title={words("issued")}
        onCancel={() => setNumber(undefined)}
        onOk={() => setNumber(undefined)}
        cancelButtonProps={{ style: { display: "none" } }}
      >
        <Alert
          type="success"
          showIcon
          title={words("number")}
          description={
            <Typography.Text copyable code style={{ fontSize: 16 }}>
              {number}
            </Typography.Text>
          }
        />
      </Modal>
    </>
  );
}
