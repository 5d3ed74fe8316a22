import { PlusOutlined } from "@ant-design/icons";
import { Alert, Flex, Space, Tag, Typography } from "antd";
import { del, get, post, put, type BodyOf, type RowOf } from "../../client/client";
import { versionIn } from "../../client/versions";
import { ActButton } from "../../parts/acts/ActButton";
import { ActDialog } from "../../parts/acts/ActDialog";
import { enabledStates, Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { SecondLine } from "../../parts/shown/SecondLine";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { usePayApps } from "./apps";
import { channelBody, codeField, configFields, keyFields, plainFields } from "./channel.fields";
import { Channel, channelOptions } from "./channels";

const bundle = {
  title: ["Payment channels", "支付渠道"],
  app: ["Payment app", "支付应用"],
  channel: ["Channel", "支付渠道"],
  status: ["Status", "状态"],
  fee: ["Fee", "费率"],
  merchant: ["Merchant", "商户"],
  environment: ["default settings", "使用系统默认配置"],
  noneNeeded: ["not required", "无需配置"],
  keys: ["Keys", "密钥"],
  older: ["Old keys valid until", "旧密钥有效至"],
  made: ["Created", "创建时间"],
  actions: ["Actions", "操作"],
  create: ["New channel", "新建渠道"],
  change: ["Edit", "编辑"],
  rotate: ["Rotate keys", "更换密钥"],
  rotateHint: ["The current keys stay valid for one more day.", "当前密钥将继续有效一天。"],
  ownHint: ["Leave the merchant fields blank to use the default settings.", "不填写商户参数时，使用系统默认配置。"],
  remove: ["Delete", "删除"],
  removeQuestion: ["Delete this channel?", "确定删除该渠道吗？"],
  saved: ["Saved", "已保存"],
  removed: ["Deleted", "已删除"],
} as const;

type ChannelRow = RowOf<"/admin-api/pay/channel/page">;
type Values = Record<string, unknown>;
const changes = ["/admin-api/pay/channel/", "/admin-api/pay/app/"];

export default function PayChannelsPage() {
  const words = useTexts(bundle);
  const may = useMay();
  const { apps, nameOf, options } = usePayApps();
  const filters: Filter[] = [
    { name: "appId", label: bundle.app, kind: "select", options },
    { name: "code", label: bundle.channel, kind: "select", options: channelOptions },
    { name: "status", label: bundle.status, kind: "state", states: enabledStates },
  ];
  return (
    <>
      <PageHead title={words("title")}>
        {may("pay:channel:create") && (
          <ActDialog<Values>
            type="primary"
            icon={<PlusOutlined aria-hidden />}
            label={words("create")}
            fields={({ code }) => [
              {
                name: "appId",
                label: bundle.app,
                kind: "select",
                needed: true,
                options: apps.map(({ id, name }) => ({ value: id, label: name })),
              },
              codeField,
              ...plainFields,
              ...configFields(code).map((field) =>
                field.name === "appId" ? { ...field, name: "platformAppId" } : field,
              ),
            ]}
            intro={() => <Alert type="info" title={words("ownHint")} style={{ marginBottom: 16 }} />}
            act={({ appId, platformAppId, ...values }) => {
              const sent = channelBody({ ...values, ...(platformAppId ? { appId: platformAppId } : {}) });
              return post("/admin-api/pay/channel/create", { ...sent, appId } as BodyOf<
                "/admin-api/pay/channel/create",
                "post"
              >);
            }}
            changes={changes}
            done={words("saved")}
          />
        )}
      </PageHead>
      <PageTable
        path="/admin-api/pay/channel/page"
        filters={filters}
        columns={[
          { title: "ID", dataIndex: "id" },
          { title: words("app"), render: (_, row) => nameOf(row.appId) },
          {
            title: words("channel"),
            render: (_, row) => (
              <>
                <Channel code={row.code} />
                <SecondLine>{row.code}</SecondLine>
              </>
            ),
          },
          { title: words("status"), weight: 80, render: (_, row) => <State of={enabledStates} value={row.status} /> },
          { title: words("fee"), align: "right", render: (_, row) => `${row.feeRate}%` },
          { title: words("merchant"), render: (_, row) => <Merchant channel={row} /> },
          { title: words("keys"), render: (_, row) => <Keys channel={row} /> },
          { title: words("made"), render: (_, row) => <Moment ms={row.createTime} /> },
          { title: words("actions"), fixed: "right", render: (_, row) => <Actions channel={row} /> },
        ]}
      />
    </>
  );
}

function Merchant({ channel: { code, config } }: { channel: ChannelRow }) {
  const words = useTexts(bundle);
  if (!config)
    return (
      <Typography.Text type="secondary">{words(code === "wallet" ? "noneNeeded" : "environment")}</Typography.Text>
    );
  return <>{[config.mchId, config.appId, config.sellerId].filter(Boolean).join(" · ")}</>;
}

function Keys({ channel: { config, olderKeysUntil } }: { channel: ChannelRow }) {
  const words = useTexts(bundle);
  if (!config) return <>–</>;
  return (
    <>
      <Flex wrap gap={4} style={{ maxWidth: 260 }}>
        {config.keys.map(({ name, fingerprint }) => (
          <Tag key={name}>
            {name} {fingerprint}
          </Tag>
        ))}
      </Flex>
      {olderKeysUntil !== null && (
        <Typography.Text type="secondary" style={{ fontSize: 12 }}>
          {words("older")} <Moment ms={olderKeysUntil} />
        </Typography.Text>
      )}
    </>
  );
}

function Actions({ channel }: { channel: ChannelRow }) {
  const words = useTexts(bundle);
  const may = useMay();
  const { id, appId, code, config } = channel;
  const base = { id, appId, code } as Pick<BodyOf<"/admin-api/pay/channel/update", "put">, "id" | "appId" | "code">;
  const ownKeys = config !== null && config.keys.some(({ name }) => name === "privateKey");
  return (
    <Space>
      {may("pay:channel:update") && (
        <ActDialog<Values>
          size="small"
          label={words("change")}
          heading={`${words("change")}: ${code} (${id})`}
          fields={[...plainFields, ...configFields(code)]}
          load={async () => {
            const { config: opened, ...rest } = await get("/admin-api/pay/channel/get", { id });
            return { ...rest, ...opened, ...versionIn(rest) };
          }}
          intro={() => code !== "wallet" && <Alert type="info" title={words("ownHint")} style={{ marginBottom: 16 }} />}
          act={(values, opened) => {
            const sent = channelBody({ ...values, code });
            return put("/admin-api/pay/channel/update", { ...sent, ...base, ...versionIn(opened) } as typeof base & {
              status: 0 | 1;
              feeRate: number;
            });
          }}
          changes={changes}
          done={words("saved")}
        />
      )}
      {ownKeys && may("pay:channel:update") && (
        <ActDialog<Values>
          size="small"
          label={words("rotate")}
          heading={`${words("rotate")}: ${code} (${id})`}
          fields={keyFields(code)}
          intro={() => <Alert type="info" title={words("rotateHint")} style={{ marginBottom: 16 }} />}
          act={(keys) => put("/admin-api/pay/channel/rotate-key", { id, config: keys })}
          changes={changes}
          done={words("saved")}
        />
      )}
      {may("pay:channel:delete") && (
        <ActButton
          danger
          question={words("removeQuestion")}
          act={() => del("/admin-api/pay/channel/delete", { id })}
          changes={changes}
          done={words("removed")}
        >
          {words("remove")}
        </ActButton>
      )}
    </Space>
  );
}
