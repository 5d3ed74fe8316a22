import { Alert, Button, Card, Flex, Tag, Typography } from "antd";
import { put, type DataOf } from "../../client/client";
import { useAct, useRead } from "../../client/queries";
import { span } from "../../parts/shown/figures";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";

const base = "/admin-api/infra/trial/";
type Trial = DataOf<"/admin-api/infra/trial/list">[number];

const bundle = {
  title: ["Try a trouble", "故障演练"],
  what: [
    "This shop runs in development, so troubles can be started here. Watch above what stands, why, and how it comes back.",
    "当前为开发环境，可在此触发故障，并在上方观察停滞之处、原因及恢复过程。",
  ],
  start: ["Start", "开始"],
  end: ["End", "结束"],
  on: ["goes on", "进行中"],
  started: ["Started", "已开始"],
  ended: ["Ended", "已结束"],
  lasts: ["ends after {{time}}", "{{time}}后自动结束"],
  once: ["is over at once", "瞬时"],
  "wechatpay.hangs": ["WeChat Pay does not answer", "微信支付无响应"],
  "wechatpay.hangs.see": [
    "Its payments wait or are refused by name; those of the other channel and the wallet go on.",
    "其支付等待或被明确拒绝；其他渠道与钱包不受影响。",
  ],
  "alipay.fails": ["Alipay answers each call with an error", "支付宝每次调用均报错"],
  "alipay.fails.see": [
    "Payments and refunds through it are tried again, with growing pauses.",
    "经其的支付与退款将以递增间隔重试。",
  ],
  "sms.fails": ["Messages cannot be sent", "短信发送失败"],
  "sms.fails.see": [
    "Codes are refused or sent again; nothing else is held up.",
    "验证码被拒绝或重发；其他功能不受影响。",
  ],
  "merchant.fails": ["The merchant's server answers 500", "商户服务器返回 500"],
  "merchant.fails.see": [
    "Its notifications are tried again; after some failures its host is paused.",
    "对其的通知将重试；多次失败后暂停该主机。",
  ],
  "redis.silent": ["Redis is silent", "Redis 无响应"],
  "redis.silent.see": [
    "Orders go on, their jobs wait in MongoDB, and run when it is back.",
    "下单不受影响，任务留在 MongoDB，恢复后执行。",
  ],
  "worker.dies": ["A worker process is killed", "终止一个工作进程"],
  "worker.dies.see": [
    "What it ran is run again elsewhere; its supervisor starts another.",
    "其任务在别处重新执行；由守护进程启动新的工作进程。",
  ],
} as const;

/** Troubles for whoever evaluates the shop, in development alone. */
export function Trials() {
  const words = useTexts(bundle);
  const read = useRead(`${base}list`);
  if (read.error) return <Alert type="warning" showIcon title={read.error.message} style={{ marginTop: 16 }} />;
  if (!read.data || read.data.length === 0) return null;
  return (
    <Card title={words("title")} size="small" style={{ marginTop: 16 }}>
      <Typography.Paragraph type="secondary">{words("what")}</Typography.Paragraph>
      <Flex vertical gap={12}>
        {read.data.map((trial) => (
          <TrialRow key={trial.name} trial={trial} />
        ))}
      </Flex>
    </Card>
  );
}

function TrialRow({ trial: { name, on, lastsMs } }: { trial: Trial }) {
  const words = useTexts(bundle);
  const may = useMay();
  const act = useAct(() => put(`${base}${on ? "end" : "start"}`, { name }), [base], words(on ? "ended" : "started"));
  return (
    <Flex gap={12} align="start" justify="space-between" role="group" aria-label={words(name)}>
      <div>
        <Flex gap={8} wrap>
          <strong>{words(name)}</strong>
          {on && <Tag color="warning">{words("on")}</Tag>}
          {lastsMs !== null && <Tag>{lastsMs === 0 ? words("once") : words("lasts", { time: span(lastsMs) })}</Tag>}
        </Flex>
        <Typography.Text type="secondary">{words(`${name}.see`)}</Typography.Text>
      </div>
      {may("infra:queue:operate") && (
        <Button size="small" danger={!on} loading={act.isPending} onClick={() => act.mutate(undefined)}>
          {words(on ? "end" : "start")}
        </Button>
      )}
    </Flex>
  );
}
