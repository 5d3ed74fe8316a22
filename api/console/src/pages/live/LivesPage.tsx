import { Flex, Image } from "antd";
import { Link, Route, Routes } from "react-router";
import { useRead } from "../../client/queries";
import { withEmptied, type Field } from "../../parts/fields/fields";
import { Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { NounPage } from "../../parts/NounPage";
import { OfId } from "../../parts/lists/OfId";
import { Person } from "../../parts/shown/Person";
import { useTexts } from "../../texts/texts";
import { liveStates } from "./live.states";
import { LiveDetail } from "./LiveDetail";
import { LiveActs } from "./LiveActs";

const bundle = {
  title: ["Live streams", "直播场次"],
  name: ["Live stream", "直播名称"],
  room: ["Room", "直播间"],
  host: ["Member", "会员"],
  status: ["Status", "状态"],
  announced: ["Scheduled", "预告时间"],
  plays: ["Views (+ added)", "观看（+虚拟）"],
  likes: ["Likes (+ added)", "点赞（+虚拟）"],
  started: ["Started", "开播时间"],
  main: ["Featured", "主推"],
} as const;

const RUNNING = 1;

export default function LivesPage() {
  return (
    <Routes>
      <Route index element={<LiveList />} />
      <Route path=":id" element={<OfId page={LiveDetail} />} />
    </Routes>
  );
}

function LiveList() {
  const words = useTexts(bundle);
  const rooms = useRead("/admin-api/cloudlive/live-room/page", { pageNo: 1, pageSize: 100 }).data?.list ?? [];
  const filters: Filter[] = [
    { name: "liveName", label: bundle.name, kind: "text" },
    { name: "status", label: bundle.status, kind: "state", states: liveStates },
    {
      name: "liveRoomId",
      label: bundle.room,
      kind: "select",
      options: rooms.map(({ id, roomName: name }) => ({ value: String(id), label: [name, name] })),
    },
    { name: "createTime", label: ["Created", "创建时间"], kind: "time" },
  ];
  const fields: Field[] = [
    {
      name: "liveRoomId",
      label: bundle.room,
      kind: "select",
      needed: true,
      options: rooms.map(({ id, roomName: name }) => ({ value: id, label: name })),
    },
    { name: "liveName", label: bundle.name, kind: "text", needed: true },
    { name: "coverImg", label: ["Cover", "封面"], kind: "picture" },
    { name: "description", label: ["Description", "简介"], kind: "longText" },
    { name: "startTime", label: ["Scheduled start", "预告开始时间"], kind: "time" },
    { name: "endTime", label: ["Scheduled end", "预告结束时间"], kind: "time" },
    {
      name: "type",
      label: ["Type (client-defined number)", "类型（客户端自定义数字）"],
      kind: "number",
      min: 0,
      max: 1_000,
    },
    {
      name: "isMain",
      label: bundle.main,
      kind: "select",
      options: [
        { value: 1, label: ["Yes", "是"] },
        { value: 0, label: ["No", "否"] },
      ],
      initial: 0,
      needed: true,
    },
    { name: "virtualPlayTimes", label: ["Added to displayed views", "虚拟观看数"], kind: "number", min: 0 },
    { name: "virtualLikeTimes", label: ["Added to displayed likes", "虚拟点赞数"], kind: "number", min: 0 },
  ];
  return (
    <NounPage
      title={words("title")}
      path="/admin-api/cloudlive/live-base-info/page"
      recycled="live-base-info"
      permission="cloudlive:live-base-info"
      filters={filters}
      fields={fields}
      body={(sent, row) => (row ? withEmptied(fields, sent, { startTime: null, endTime: null }) : sent)}
      can={(verb, row) => verb !== "delete" || row.status !== RUNNING}
      actions={(row) => <LiveActs live={row} />}
      columns={[
        { title: "ID", dataIndex: "id" },
        {
          title: words("name"),
          render: (_, row) => (
            <Flex gap={8} align="center">
              {row.coverImg && <Image src={row.coverImg} width={40} height={40} alt={row.liveName} />}
              <Link to={`/live/lives/${row.id}`}>{row.liveName}</Link>
            </Flex>
          ),
        },
        { title: words("room"), render: (_, row) => row.roomName || `#${row.liveRoomId}` },
        {
          title: words("host"),
          render: (_, row) => (row.memberUserId === null ? "–" : <Person id={row.memberUserId} user={row.user} />),
        },
        { title: words("status"), weight: 80, render: (_, row) => <State of={liveStates} value={row.status} /> },
        { title: words("announced"), render: (_, row) => <Moment ms={row.startTime} /> },
        { title: words("started"), render: (_, row) => <Moment ms={row.startedTime} /> },
        {
          title: words("plays"),
          render: (_, row) => <span className="numbers">{`${row.playTimes} + ${row.virtualPlayTimes}`}</span>,
        },
        {
          title: words("likes"),
          render: (_, row) => <span className="numbers">{`${row.likeTimes} + ${row.virtualLikeTimes}`}</span>,
        },
      ]}
    />
  );
}
