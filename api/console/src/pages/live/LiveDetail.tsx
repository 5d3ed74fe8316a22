import { Alert, Card, Descriptions, Flex, Image, Skeleton, Space, Statistic, Table, Typography } from "antd";
import { useRead } from "../../client/queries";
import { bytesText } from "../../parts/shown/bytes";
import { Moment, span, State } from "../../parts/shown/figures";
import { PageHead } from "../../parts/PageHead";
import { Person } from "../../parts/shown/Person";
import { useOffers } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { brokenStates, liveStates } from "./live.states";
import { LiveActs } from "./LiveActs";
import { LiveChat } from "./LiveChat";
import { LiveShelf } from "./LiveShelf";
import { VirtualCounts } from "./VirtualCounts";

const bundle = {
  back: ["Live streams", "直播场次"],
  plays: ["Views", "观看次数"],
  likes: ["Likes", "点赞数"],
  lasted: ["Duration", "直播时长"],
  shown: ["Shown to members", "对外显示"],
  facts: ["Details", "直播信息"],
  room: ["Room", "直播间"],
  host: ["Member", "会员"],
  announced: ["Scheduled", "预告时间"],
  started: ["Started", "开播时间"],
  ended: ["Ended", "结束时间"],
  stream: ["Stream name", "流名称"],
  group: ["Chat group", "聊天群"],
  play: ["Playback URL", "播放地址"],
  description: ["Description", "简介"],
  recordings: ["Recordings", "回放录制"],
  length: ["Duration", "时长"],
  size: ["Size", "大小"],
  video: ["Video", "视频"],
  made: ["Created", "生成时间"],
  open: ["Open", "打开"],
  noRecordings: ["No recording yet", "暂无录制"],
} as const;

export function LiveDetail({ id }: { id: number }) {
  const words = useTexts(bundle);
  const offers = useOffers();
  const read = useRead("/admin-api/cloudlive/live-base-info/get", { id }, { everyMs: 10_000 });
  const live = read.data;
  if (!live) return read.error ? <Alert type="error" showIcon title={read.error.message} /> : <Skeleton active />;
  return (
    <>
      <PageHead
        title={live.liveName}
        beside={
          <Space>
            <State of={liveStates} value={live.status} />
            {live.brokenTime !== null && <State of={brokenStates} value={1} />}
          </Space>
        }
        back={{ to: "/live/lives", label: words("back") }}
      >
        <VirtualCounts live={live} />
        <LiveActs live={live} large />
      </PageHead>
      <Flex vertical gap={16}>
        <Flex wrap gap={16}>
          <Card style={{ flex: "1 1 180px" }}>
            <Statistic title={words("plays")} value={live.playTimes} />
            <small>{`${words("shown")}: ${(live.playTimes + live.virtualPlayTimes).toLocaleString()}`}</small>
          </Card>
          <Card style={{ flex: "1 1 180px" }}>
            <Statistic title={words("likes")} value={live.likeTimes} />
            <small>{`${words("shown")}: ${(live.likeTimes + live.virtualLikeTimes).toLocaleString()}`}</small>
          </Card>
          <Card style={{ flex: "1 1 180px" }}>
            <Statistic
              title={words("lasted")}
              value={live.startedTime ? span((live.endedTime ?? Date.now()) - live.startedTime) : "–"}
            />
          </Card>
        </Flex>
        <Card title={words("facts")}>
          <Flex gap={24} wrap>
            {live.coverImg && <Image src={live.coverImg} width={160} alt={live.liveName} />}
            <Descriptions
              style={{ flex: 1, minWidth: 320 }}
              column={{ xs: 1, lg: 2 }}
              items={[
                { key: "room", label: words("room"), children: live.roomName || `#${live.liveRoomId}` },
                {
                  key: "host",
                  label: words("host"),
                  children: live.memberUserId === null ? "–" : <Person id={live.memberUserId} user={live.user} />,
                },
                {
                  key: "announced",
                  label: words("announced"),
                  children: (
                    <>
                      <Moment ms={live.startTime} /> ~ <Moment ms={live.endTime} />
                    </>
                  ),
                },
                { key: "started", label: words("started"), children: <Moment ms={live.startedTime} /> },
                { key: "ended", label: words("ended"), children: <Moment ms={live.endedTime} /> },
                { key: "stream", label: words("stream"), children: <code>{live.streamName}</code> },
                { key: "group", label: words("group"), children: <code>{live.groupId || "–"}</code> },
                {
                  key: "play",
                  label: words("play"),
                  children: live.playUrl ? (
                    <Typography.Text copyable ellipsis style={{ maxWidth: 320 }}>
                      {live.playUrl}
                    </Typography.Text>
                  ) : (
                    "–"
                  ),
                },
                { key: "description", label: words("description"), children: live.description || "–" },
              ]}
            />
          </Flex>
        </Card>
        <LiveShelf liveId={live.id} />
        {live.groupId && offers(["chat"]) && <LiveChat groupId={live.groupId} />}
        <Card title={words("recordings")}>
          <Table
            rowKey="id"
            size="small"
            pagination={false}
            dataSource={live.baseRecordInfoRespVOList}
            locale={{ emptyText: words("noRecordings") }}
            scroll={{ x: "max-content" }}
            columns={[
              { title: "ID", dataIndex: "fileId" },
              { title: words("length"), render: (_, row) => span(row.duration * 1_000) },
              { title: words("size"), render: (_, row) => bytesText(row.fileSize) },
              { title: words("made"), render: (_, row) => <Moment ms={row.createTime} /> },
              {
                title: words("video"),
                render: (_, row) => (
                  <Typography.Link href={row.videoUrl} target="_blank" rel="noreferrer">
                    {words("open")}
                  </Typography.Link>
                ),
              },
            ]}
          />
        </Card>
      </Flex>
    </>
  );
}
