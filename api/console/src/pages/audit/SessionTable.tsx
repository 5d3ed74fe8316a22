import { Tag, Tooltip } from "antd";
import { ConfirmButton } from "../../parts/acts/ConfirmButton";
import { Moment, State } from "../../parts/shown/figures";
import { ReadTable, type ReadState } from "../../parts/lists/ReadTable";
import { useTexts } from "../../texts/texts";
import { terminals } from "./audit.states";

const bundle = {
  device: ["Device", "设备"],
  current: ["This device", "当前设备"],
  terminal: ["Client", "终端"],
  login: ["Signed in", "登录时间"],
  active: ["Last active", "最近活动"],
  actions: ["Actions", "操作"],
  end: ["Sign out", "强制退出"],
  endQuestion: ["Sign out this device now?", "确定立即退出该设备？"],
  none: ["No active sessions", "没有登录中的设备"],
} as const;

interface Session {
  id: number;
  deviceName: string;
  terminal: number;
  ip: string;
  userAgent: string;
  loginTime: number;
  lastActiveTime: number;
  current?: boolean;
}

interface Props {
  read: ReadState & { data: readonly Session[] | undefined };
  mayEnd: boolean;
  ending: number | undefined;
  onEnd: (id: number) => void;
}

/** The devices on which somebody is signed in. */
export function SessionTable({ read, mayEnd, ending, onEnd }: Props) {
  const words = useTexts(bundle);
  return (
    <ReadTable
      read={read}
      rowKey="id"
      size="middle"
      pagination={false}
      dataSource={[...(read.data ?? [])]}
      none={words("none")}
      scroll={{ x: "max-content" }}
      columns={[
        {
          title: words("device"),
          render: (_, row) => (
            <Tooltip title={row.userAgent}>
              <span>
                {row.deviceName || row.userAgent.slice(0, 40) || "–"}{" "}
                {row.current && <Tag color="success">{words("current")}</Tag>}
              </span>
            </Tooltip>
          ),
        },
        { title: words("terminal"), render: (_, row) => <State of={terminals} value={row.terminal} /> },
        { title: "IP", dataIndex: "ip" },
        { title: words("login"), render: (_, row) => <Moment ms={row.loginTime} /> },
        { title: words("active"), render: (_, row) => <Moment ms={row.lastActiveTime} /> },
        {
          title: words("actions"),
          render: (_, row) =>
            mayEnd &&
            !row.current && (
              <ConfirmButton
                danger
                loading={ending === row.id}
                question={words("endQuestion")}
                onConfirm={() => onEnd(row.id)}
              >
                {words("end")}
              </ConfirmButton>
            ),
        },
      ]}
    />
  );
}
