import { Button, Image, Space, Tooltip, Typography } from "antd";
import { del, put } from "../../client/client";
import { useAct } from "../../client/queries";
import { bytesText } from "../../parts/shown/bytes";
import { ConfirmButton } from "../../parts/acts/ConfirmButton";
import { Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { Person } from "../../parts/shown/Person";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { videoStates } from "../live/live.states";

const bundle = {
  title: ["Videos", "点播视频"],
  cover: ["Cover", "封面"],
  file: ["File", "文件"],
  member: ["Member ID", "会员 ID"],
  owner: ["Member", "会员"],
  size: ["Size", "大小"],
  status: ["Status", "状态"],
  createTime: ["Uploaded", "上传时间"],
  actions: ["Actions", "操作"],
  watch: ["Play", "播放"],
  again: ["Resubmit", "重新提交平台"],
  asked: ["Resubmitted", "已重新提交"],
  remove: ["Delete", "删除"],
  removeQuestion: ["Delete this video here and at the provider?", "确定删除该视频？平台上的文件也会删除。"],
  removed: ["Video is being deleted", "正在删除"],
} as const;
const filters: Filter[] = [
  { name: "fileId", label: ["File ID", "文件 ID"], kind: "text" },
  { name: "userId", label: bundle.member, kind: "number" },
  { name: "status", label: bundle.status, kind: "state", states: videoStates },
  { name: "createTime", label: bundle.createTime, kind: "time" },
];
const base = "/admin-api/cloudvod/vod/";
const REFUSED = 3;
const LAST_WITH_FILE = 3;

export default function VideosPage() {
  const words = useTexts(bundle);
  const may = useMay();
  const push = useAct((id: number) => put(`${base}push`, { id }), [base], words("asked"));
  const remove = useAct((id: number) => del(`${base}delete`, { id }), [base], words("removed"));
  return (
    <>
      <PageHead title={words("title")} />
      <PageTable
        path={`${base}page`}
        filters={filters}
        columns={[
          { title: "ID", dataIndex: "id" },
          {
            title: words("cover"),
            render: (_, row) =>
              row.coverUrl ? (
                <Image src={row.coverUrl} width={64} height={40} alt={`${words("cover")} ${row.id}`} />
              ) : (
                "–"
              ),
          },
          {
            title: words("file"),
            render: (_, row) => (
              <Typography.Text copyable code>
                {row.fileId}
              </Typography.Text>
            ),
          },
          { title: words("owner"), render: (_, row) => <Person id={row.userId} user={row.user} /> },
          { title: words("size"), render: (_, row) => `${bytesText(row.size)}, ${row.contentType}` },
          {
            title: words("status"),
            weight: 80,
            render: (_, row) => (
              <Tooltip title={row.failure}>
                <span>
                  <State of={videoStates} value={row.status} />
                </span>
              </Tooltip>
            ),
          },
          { title: words("createTime"), render: (_, row) => <Moment ms={row.createTime} /> },
          {
            title: words("actions"),
            key: "actions",
            fixed: "right",
            render: (_, row) => (
              <Space>
                {row.mediaUrl && row.status <= LAST_WITH_FILE && (
                  <Button size="small" href={row.mediaUrl} target="_blank" rel="noreferrer">
                    {words("watch")}
                  </Button>
                )}
                {row.status === REFUSED && may("cloudvod:vod:update") && (
                  <Button size="small" loading={push.isPending} onClick={() => push.mutate(row.id)}>
                    {words("again")}
                  </Button>
                )}
                {row.status <= LAST_WITH_FILE && may("cloudvod:vod:delete") && (
                  <ConfirmButton danger question={words("removeQuestion")} onConfirm={() => remove.mutate(row.id)}>
                    {words("remove")}
                  </ConfirmButton>
                )}
              </Space>
            ),
          },
        ]}
      />
    </>
  );
}
