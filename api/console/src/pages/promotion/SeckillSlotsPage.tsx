import { put } from "../../client/client";
import { ActButton } from "../../parts/acts/ActButton";
import { withEmptied, type Field } from "../../parts/fields/fields";
import { enabledStates, Moment, State } from "../../parts/shown/figures";
import { NounPage } from "../../parts/NounPage";
import { useMay } from "../../shell/operator";
import { useTexts, type Pair } from "../../texts/texts";

const bundle = {
  title: ["Flash sale slots", "秒杀场次"],
  name: ["Name", "场次名称"],
  from: ["From", "开始时间"],
  to: ["To", "结束时间"],
  pictures: ["Images", "轮播图"],
  status: ["Status", "状态"],
  createTime: ["Created", "创建时间"],
  enable: ["Enable", "启用"],
  disable: ["Disable", "停用"],
  disableQuestion: ["Disable {{name}}? Its flash sales stop.", "停用后，「{{name}}」场次的秒杀将停止，确定吗？"],
  enableQuestion: ["Enable {{name}} again?", "确定启用「{{name}}」？"],
  saved: ["Saved", "已保存"],
} as const;

const HINT: Pair = ["HH:mm; 24:00 is the end of the day", "格式 HH:mm，24:00 表示当天结束"];
const check = (value: unknown): Pair | undefined =>
  typeof value === "string" && !/^(([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?|24:00(:00)?)$/.test(value) ? HINT : undefined;
const fields: Field[] = [
  { name: "name", label: bundle.name, kind: "text", needed: true },
  { name: "startTime", label: bundle.from, kind: "text", needed: true, hint: HINT, check },
  { name: "endTime", label: bundle.to, kind: "text", needed: true, hint: HINT, check },
  { name: "sliderPicUrls", label: bundle.pictures, kind: "pictures" },
  { name: "status", label: bundle.status, kind: "state", states: enabledStates, needed: true, initial: 0 },
];

export default function SeckillSlotsPage() {
  const words = useTexts(bundle);
  const may = useMay();
  return (
    <NounPage
      title={words("title")}
      path="/admin-api/promotion/seckill-config/page"
      permission="promotion:seckill-config"
      filters={[{ name: "status", label: bundle.status, kind: "state", states: enabledStates }]}
      fields={fields}
      body={(sent, row) => (row ? withEmptied(fields, sent) : sent)}
      actions={(row) =>
        may("promotion:seckill-config:update") && (
          <ActButton
            question={words(row.status === 0 ? "disableQuestion" : "enableQuestion", { name: row.name })}
            act={() =>
              put("/admin-api/promotion/seckill-config/update-status", { id: row.id, status: row.status === 0 ? 1 : 0 })
            }
            undo={() =>
              put("/admin-api/promotion/seckill-config/update-status", { id: row.id, status: row.status as 0 | 1 })
            }
            changes={["/admin-api/promotion/seckill-config/"]}
            done={words("saved")}
          >
            {words(row.status === 0 ? "disable" : "enable")}
          </ActButton>
        )
      }
      columns={[
        { title: words("name"), dataIndex: "name" },
        { title: words("from"), dataIndex: "startTime" },
        { title: words("to"), dataIndex: "endTime" },
        { title: words("status"), weight: 80, render: (_, row) => <State of={enabledStates} value={row.status} /> },
        { title: words("createTime"), render: (_, row) => <Moment ms={row.createTime} /> },
      ]}
    />
  );
}
