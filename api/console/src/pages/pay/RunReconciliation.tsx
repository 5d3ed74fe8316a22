import { PlayCircleOutlined } from "@ant-design/icons";
import { DatePicker } from "antd";
import dayjs from "dayjs";
import { shopTime } from "../../parts/shown/shopTime";
import { post } from "../../client/client";
import { useRead } from "../../client/queries";
import { ActDialog } from "../../parts/acts/ActDialog";
import { useMay } from "../../shell/operator";
import { useLanguage, useTexts } from "../../texts/texts";
import { usePayApps } from "./apps";
import { channelNames } from "./channels";

const bundle = {
  run: ["Run reconciliation", "发起对账"],
  channel: ["Channel", "支付渠道"],
  day: ["Day (must have ended)", "账单日（须已结束）"],
  done: ["Reconciliation started", "对账已发起"],
} as const;

/** The channels with a provider, by app and name. */
export function useComparedChannels(): { value: number; label: string }[] {
  const { of } = useLanguage();
  const may = useMay();
  const { nameOf } = usePayApps();
  const { data } = useRead("/admin-api/pay/channel/page", { pageSize: 100 }, { enabled: may("pay:channel:query") });
  return (data?.list ?? [])
    .filter(({ code }) => code !== "wallet")
    .map(({ id, appId, code }) => {
      const name = channelNames[code];
      return { value: id, label: `${nameOf(appId)} · ${name ? of(name) : code}` };
    });
}

export function RunReconciliation() {
  const words = useTexts(bundle);
  const may = useMay();
  const channels = useComparedChannels();
  if (!may("pay:reconciliation:run")) return null;
  return (
    <ActDialog<{ channelId: number; day: string }>
      type="primary"
      icon={<PlayCircleOutlined aria-hidden />}
      label={words("run")}
      fields={[
        { name: "channelId", label: bundle.channel, kind: "select", needed: true, options: channels },
        { name: "day", label: bundle.day, kind: "custom", needed: true, control: <DayField /> },
      ]}
      row={{ day: shopTime().subtract(1, "day").format("YYYY-MM-DD") }}
      act={(body) => post("/admin-api/pay/reconciliation/run", body)}
      changes={["/admin-api/pay/reconciliation/"]}
      done={words("done")}
    />
  );
}

/** A past day, yyyy-MM-dd. */
function DayField({ id, value, onChange }: { id?: string; value?: string; onChange?: (value?: string) => void }) {
  return (
    <DatePicker
      {...(id ? { id } : {})}
      style={{ width: "100%" }}
      value={value ? dayjs(value) : null}
      disabledDate={(day) => day.format("YYYY-MM-DD") >= shopTime().format("YYYY-MM-DD")}
      onChange={(day) => onChange?.(day?.format("YYYY-MM-DD"))}
    />
  );
}
