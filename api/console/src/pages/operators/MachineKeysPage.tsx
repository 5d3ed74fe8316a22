import { Alert, Flex, Modal, Tag, Tooltip, Typography } from "antd";
import { useState } from "react";
import { post, put } from "../../client/client";
import { useRead } from "../../client/queries";
import { ActButton } from "../../parts/acts/ActButton";
import { ActDialog } from "../../parts/acts/ActDialog";
import type { Field } from "../../parts/fields/fields";
import { PageTable } from "../../parts/lists/PageTable";
import { PageHead } from "../../parts/PageHead";
import { Moment } from "../../parts/shown/figures";
import { SecondLine } from "../../parts/shown/SecondLine";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["Machine keys", "机器密钥"],
  create: ["New key", "新建密钥"],
  made: ["Key created", "密钥已创建"],
  keyOf: ["Key of {{name}}", "{{name}} 的密钥"],
  once: [
    "Copy it now: it is not shown again. It is sent as Authorization: Bearer.",
    "请立即复制，之后不再显示。调用时以 Authorization: Bearer 发送。",
  ],
  name: ["Name", "名称"],
  scopes: ["Permissions", "权限"],
  more: ["{{count}} permissions", "{{count}} 项权限"],
  more_one: ["{{count}} permission", "{{count}} 项权限"],
  limit: ["Calls per minute", "每分钟调用次数"],
  addresses: ["Addresses", "允许的地址"],
  any: ["Any", "不限"],
  state: ["Status", "状态"],
  works: ["In use", "有效"],
  expired: ["Expired", "已过期"],
  revoked: ["Revoked", "已吊销"],
  expires: ["Expires", "过期时间"],
  used: ["Last used", "最近使用"],
  by: ["Created", "创建"],
  actions: ["Actions", "操作"],
  revoke: ["Revoke", "吊销"],
  revokeQuestion: ["Revoke this key? It is refused from now on, for good.", "确定吊销该密钥吗？立即失效且不可恢复。"],
  ended: ["Key revoked", "密钥已吊销"],
} as const;
const base = "/admin-api/infra/machine-key/";
const FEW = 4;

/** The keys with which machines call the operators' API. */
export default function MachineKeysPage() {
  const words = useTexts(bundle);
  const may = useMay();
  const scopes = useRead(`${base}list-scopes`).data ?? [];
  const [made, setMade] = useState<{ name: string; key: string }>();
  const fields: Field[] = [
    { name: "name", label: bundle.name, kind: "text", needed: true },
    {
      name: "scopes",
      label: bundle.scopes,
      kind: "select",
      multiple: true,
      needed: true,
      options: scopes.map((scope) => ({ value: scope, label: scope })),
    },
    { name: "perMinute", label: bundle.limit, kind: "number", min: 1, max: 100_000, initial: 600 },
    {
      name: "addresses",
      label: bundle.addresses,
      kind: "tags",
      hint: ["IP addresses or networks like 10.0.0.0/8; blank: any", "IP 地址或网段，如 10.0.0.0/8；留空表示不限"],
    },
    { name: "expireTime", label: bundle.expires, kind: "time" },
  ];
  return (
    <>
      <PageHead title={words("title")}>
        {may("infra:machine-key:create") && (
          <ActDialog<{ name: string; scopes: string[] }>
            type="primary"
            label={words("create")}
            fields={fields}
            act={async (body) => setMade({ name: body.name, key: (await post(`${base}create`, body)).key })}
            changes={[base]}
            done={words("made")}
          />
        )}
      </PageHead>
      <PageTable
        path={`${base}page`}
        columns={[
          { title: "ID", dataIndex: "id" },
          {
            title: words("name"),
            render: (_, row) => (
              <>
                {row.name}
                <SecondLine>{`mk_…${row.hint}`}</SecondLine>
              </>
            ),
          },
          {
            title: words("scopes"),
            render: (_, row) => (
              <Tooltip title={row.scopes.join(", ")}>
                <Flex gap={4} wrap style={{ maxWidth: 360 }}>
                  {row.scopes.length > FEW ? (
                    <Tag>{words("more", { count: row.scopes.length })}</Tag>
                  ) : (
                    row.scopes.map((scope) => <Tag key={scope}>{scope}</Tag>)
                  )}
                </Flex>
              </Tooltip>
            ),
          },
          { title: words("limit"), align: "right", render: (_, row) => row.perMinute.toLocaleString() },
          { title: words("addresses"), render: (_, row) => row.addresses.join(", ") || words("any") },
          {
            title: words("state"),
            render: (_, row) => {
              if (row.revokeTime !== null) return <Tag>{words("revoked")}</Tag>;
              const hasExpired = row.expireTime !== null && row.expireTime <= Date.now();
              return hasExpired ? <Tag>{words("expired")}</Tag> : <Tag color="success">{words("works")}</Tag>;
            },
          },
          { title: words("expires"), render: (_, row) => <Moment ms={row.expireTime} /> },
          { title: words("used"), render: (_, row) => <Moment ms={row.lastUseTime} /> },
          {
            title: words("by"),
            render: (_, row) => (
              <>
                <Moment ms={row.createTime} />
                <SecondLine>{row.creatorName}</SecondLine>
              </>
            ),
          },
          {
            title: words("actions"),
            fixed: "right",
            render: (_, row) =>
              may("infra:machine-key:revoke") &&
              row.revokeTime === null && (
                <ActButton
                  danger
                  question={words("revokeQuestion")}
                  act={() => put(`${base}revoke`, { id: row.id })}
                  changes={[base]}
                  done={words("ended")}
                >
                  {words("revoke")}
                </ActButton>
              ),
          },
        ]}
      />
      <Modal
        title={words("keyOf", { name: made?.name })}
        open={made !== undefined}
        onCancel={() => setMade(undefined)}
        footer={null}
      >
        <Alert type="warning" showIcon title={words("once")} style={{ margin: "12px 0" }} />
        <Typography.Text copyable code style={{ overflowWrap: "anywhere" }}>
          {made?.key ?? ""}
        </Typography.Text>
      </Modal>
    </>
  );
}
