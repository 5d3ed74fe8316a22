import { Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { useTexts } from "../../texts/texts";
import { smsScenes, smsStates } from "./audit.states";

const bundle = {
  title: ["SMS log", "短信日志"],
  mobile: ["Mobile", "手机号"],
  scene: ["Purpose", "场景"],
  status: ["Status", "状态"],
  serial: ["Provider message ID", "平台流水号"],
  refusal: ["Rejection reason", "拒绝原因"],
  used: ["Used", "使用时间"],
  time: ["Requested", "请求时间"],
} as const;
const filters: Filter[] = [
  { name: "mobile", label: bundle.mobile, kind: "text" },
  { name: "scene", label: bundle.scene, kind: "state", states: smsScenes },
  { name: "sendStatus", label: bundle.status, kind: "state", states: smsStates },
  { name: "createTime", label: bundle.time, kind: "time" },
];

export default function SmsLogPage() {
  const words = useTexts(bundle);
  return (
    <>
      <PageHead title={words("title")} />
      <PageTable
        path="/admin-api/system/sms-log/page"
        filters={filters}
        columns={[
          { title: "ID", dataIndex: "id" },
          { title: words("time"), render: (_, row) => <Moment ms={row.createTime} /> },
          { title: words("mobile"), dataIndex: "mobile" },
          { title: words("scene"), render: (_, row) => <State of={smsScenes} value={row.scene} /> },
          { title: words("status"), weight: 80, render: (_, row) => <State of={smsStates} value={row.sendStatus} /> },
          { title: words("refusal"), render: (_, row) => row.refusal || "–" },
          { title: words("serial"), render: (_, row) => row.serialNo || "–" },
          { title: words("used"), render: (_, row) => <Moment ms={row.usedTime} /> },
          { title: "IP", dataIndex: "createIp" },
        ]}
      />
    </>
  );
}
