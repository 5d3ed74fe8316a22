import { Tooltip } from "antd";
import { Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { useLanguage, useTexts } from "../../texts/texts";
import { audiences, signInKinds, signInResults, terminals } from "./audit.states";

const bundle = {
  title: ["Sign-in log", "登录日志"],
  time: ["Time", "时间"],
  audience: ["User type", "用户类型"],
  name: ["Account", "账号"],
  userId: ["User ID", "用户 ID"],
  kind: ["Type", "类型"],
  result: ["Result", "结果"],
  terminal: ["Client", "终端"],
  browser: ["Browser", "浏览器"],
} as const;
const filters: Filter[] = [
  { name: "userType", label: bundle.audience, kind: "state", states: audiences },
  { name: "username", label: bundle.name, kind: "text" },
  { name: "userId", label: bundle.userId, kind: "number" },
  { name: "userIp", label: ["IP", "IP"], kind: "text" },
  {
    name: "logType",
    label: bundle.kind,
    kind: "select",
    options: Object.entries(signInKinds).map(([value, label]) => ({ value, label })),
  },
  { name: "result", label: bundle.result, kind: "state", states: signInResults },
  { name: "createTime", label: bundle.time, kind: "time" },
];

export default function LoginLogPage() {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  return (
    <>
      <PageHead title={words("title")} />
      <PageTable
        path="/admin-api/system/login-log/page"
        filters={filters}
        exports={{
          path: "/admin-api/system/login-log/export",
          permission: "system:login-log:export",
          name: "login-log.csv",
        }}
        columns={[
          { title: words("time"), render: (_, row) => <Moment ms={row.createTime} /> },
          { title: words("audience"), render: (_, row) => <State of={audiences} value={row.userType} /> },
          { title: words("name"), dataIndex: "username" },
          { title: words("userId"), render: (_, row) => row.userId ?? "–" },
          { title: words("kind"), render: (_, row) => of(signInKinds[row.logType] ?? [row.logType, row.logType]) },
          { title: words("result"), render: (_, row) => <State of={signInResults} value={row.result} /> },
          { title: "IP", dataIndex: "userIp" },
          { title: words("terminal"), render: (_, row) => <State of={terminals} value={row.terminal} /> },
          {
            title: words("browser"),
            width: 220,
            ellipsis: true,
            render: (_, row) => <Tooltip title={row.userAgent}>{row.userAgent}</Tooltip>,
          },
        ]}
      />
    </>
  );
}
