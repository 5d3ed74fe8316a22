import { Image, Typography } from "antd";
import type { Field } from "../../parts/fields/fields";
import { enabledStates, Moment, State } from "../../parts/shown/figures";
import { NounPage } from "../../parts/NounPage";
import { useTexts } from "../../texts/texts";
import { contentBody, contentFilters, PublishButton, sortField, useWebsiteProducts } from "./content";
import { accountsField } from "./lists";

const bundle = {
  title: ["Demos", "演示站点"],
  product: ["Product", "产品"],
  name: ["Name", "名称"],
  demoUrl: ["Demo URL", "演示地址"],
  adminUrl: ["Admin URL", "后台地址"],
  username: ["User name", "账号"],
  password: ["Password (public)", "密码（公开）"],
  sort: ["Sort order", "排序"],
  status: ["Status", "状态"],
  updateTime: ["Updated", "更新时间"],
} as const;

export default function DemosPage() {
  const words = useTexts(bundle);
  const { options, filter, nameOf } = useWebsiteProducts();
  const fields: Field[] = [
    { name: "productId", label: bundle.product, kind: "select", options },
    { name: "name", label: bundle.name, kind: "text", needed: true },
    { name: "demoUrl", label: bundle.demoUrl, kind: "text" },
    { name: "adminUrl", label: bundle.adminUrl, kind: "text" },
    { name: "username", label: bundle.username, kind: "text" },
    {
      name: "password",
      label: bundle.password,
      kind: "text",
      hint: ["Visible to every visitor", "所有访客都能看到"],
    },
    { name: "description", label: ["Description", "描述"], kind: "longText" },
    { name: "screenshot", label: ["Screenshot", "截图"], kind: "picture" },
    accountsField,
    { name: "status", label: bundle.status, kind: "state", states: enabledStates, initial: 0 },
    sortField,
  ];
  return (
    <NounPage
      title={words("title")}
      path="/admin-api/website/demo/page"
      recycled="website-demo"
      permission="website:demo"
      filters={[filter, ...contentFilters]}
      fields={fields}
      body={contentBody(fields, { productId: null })}
      actions={(row) => <PublishButton noun="demo" id={row.id} published={row.status === 0} />}
      columns={[
        { title: "ID", dataIndex: "id" },
        {
          title: words("name"),
          render: (_, row) => (
            <>
              {row.screenshot && <Image src={row.screenshot} width={40} height={40} alt={row.name} />} {row.name}
            </>
          ),
        },
        { title: words("product"), render: (_, row) => nameOf(row.productId) },
        {
          title: words("demoUrl"),
          render: (_, row) => (
            <Typography.Link href={row.demoUrl} target="_blank" rel="noreferrer">
              {row.demoUrl}
            </Typography.Link>
          ),
        },
        { title: words("username"), dataIndex: "username" },
        { title: words("sort"), dataIndex: "sortOrder" },
        { title: words("status"), weight: 80, render: (_, row) => <State of={enabledStates} value={row.status} /> },
        { title: words("updateTime"), render: (_, row) => <Moment ms={row.updateTime} /> },
      ]}
    />
  );
}
