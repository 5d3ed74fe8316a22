import { Tag } from "antd";
import { Link } from "react-router";
import { withEmptied, type Field } from "../../parts/fields/fields";
import { Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { NounPage } from "../../parts/NounPage";
import { Person } from "../../parts/shown/Person";
import { useTexts } from "../../texts/texts";
import { roomKinds } from "./live.states";

const bundle = {
  title: ["Live rooms", "直播间"],
  name: ["Room", "直播间名称"],
  member: ["Member ID", "会员 ID"],
  host: ["Member", "会员"],
  kind: ["Type", "类型"],
  discussant: ["Presenter", "主讲人"],
  authenticated: ["Verified", "已认证"],
  description: ["Description", "简介"],
  createTime: ["Created", "创建时间"],
  lives: ["Live streams", "直播场次"],
} as const;
const filters: Filter[] = [
  { name: "roomName", label: bundle.name, kind: "text" },
  { name: "memberUserId", label: bundle.member, kind: "number" },
  { name: "liveType", label: bundle.kind, kind: "state", states: roomKinds },
  { name: "createTime", label: bundle.createTime, kind: "time" },
];
const fields: Field[] = [
  { name: "roomName", label: bundle.name, kind: "text", needed: true },
  {
    name: "memberUserId",
    label: bundle.member,
    kind: "number",
    needed: true,
    min: 1,
    hint: ["The member who broadcasts in this room", "在此直播间开播的会员"],
  },
  { name: "liveType", label: bundle.kind, kind: "state", states: roomKinds, needed: true, initial: 2 },
  { name: "discussant", label: bundle.discussant, kind: "text" },
  { name: "description", label: bundle.description, kind: "longText" },
  { name: "isAuthentication", label: bundle.authenticated, kind: "switch", initial: false },
];

export default function RoomsPage() {
  const words = useTexts(bundle);
  return (
    <NounPage
      title={words("title")}
      path="/admin-api/cloudlive/live-room/page"
      recycled="live-room"
      permission="cloudlive:live-room"
      filters={filters}
      fields={fields}
      body={(sent, row) => (row ? withEmptied(fields, sent) : sent)}
      columns={[
        { title: "ID", dataIndex: "id" },
        {
          title: words("name"),
          render: (_, row) => (
            <>
              {row.roomName} {row.isAuthentication && <Tag color="processing">{words("authenticated")}</Tag>}
            </>
          ),
        },
        { title: words("kind"), render: (_, row) => <State of={roomKinds} value={row.liveType} /> },
        { title: words("host"), render: (_, row) => <Person id={row.memberUserId} user={row.user} /> },
        { title: words("discussant"), dataIndex: "discussant" },
        { title: words("description"), dataIndex: "description", ellipsis: true, width: 260 },
        {
          title: words("lives"),
          render: (_, row) => <Link to={`/live/lives?liveRoomId=${row.id}`}>{words("lives")}</Link>,
        },
        { title: words("createTime"), render: (_, row) => <Moment ms={row.createTime} /> },
      ]}
    />
  );
}
