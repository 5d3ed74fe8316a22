import { useQuery } from "@tanstack/react-query";
import { Avatar, Card, Dropdown, Button, Flex, Space, Statistic, Switch, Tag } from "antd";
import { post } from "../../client/client";
import { useAct } from "../../client/queries";
import { Moment } from "../../parts/shown/figures";
import { ReadTable } from "../../parts/lists/ReadTable";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["Chat", "聊天群"],
  online: ["Online", "在线人数"],
  members: ["Members", "群成员"],
  muteAll: ["Mute all", "全员禁言"],
  who: ["Member", "成员"],
  joined: ["Joined", "入群时间"],
  wrote: ["Last message", "最近发言"],
  actions: ["Actions", "操作"],
  mute: ["Mute", "禁言"],
  tenMinutes: ["10 minutes", "10 分钟"],
  hour: ["1 hour", "1 小时"],
  ever: ["Permanently", "永久"],
  unmute: ["Unmute", "解除禁言"],
  muted: ["Muted", "已禁言"],
  saved: ["Done", "已完成"],
} as const;
const INFO = "/admin-api/cloudlive/im/getGroupInfo";
const ONLINE = "/admin-api/cloudlive/im/getOnlineMemberNum";
const MUTED = "/admin-api/cloudlive/im/getGroupMutedAccount";
const FOR_EVER = 4_294_967_295;

/** The chat of a live: its members, and who is muted. */
export function LiveChat({ groupId }: { groupId: string }) {
  const words = useTexts(bundle);
  const may = useMay();
  const mayRead = may("cloudlive:im:query");
  const mayChange = may("cloudlive:im:update");
  const options = { enabled: mayRead, refetchInterval: 15_000 };
  const info = useQuery({ queryKey: [INFO, groupId], queryFn: () => post(INFO, { groupId }), ...options });
  const online = useQuery({ queryKey: [ONLINE, groupId], queryFn: () => post(ONLINE, { groupId }), ...options });
  const muted = useQuery({ queryKey: [MUTED, groupId], queryFn: () => post(MUTED, { groupId }), ...options });
  const act = useAct((send: () => Promise<unknown>) => send(), [INFO, MUTED], words("saved"));
  if (!mayRead) return null;
  const group = info.data?.groupInfo[0];
  const silent = new Set(muted.data?.mutedAccountList.map((one) => one.member_Account));
  const mute = (account: string, muteTime: number) =>
    act.mutate(() => post("/admin-api/cloudlive/im/forbidSendMsg", { groupId, members_Account: [account], muteTime }));
  return (
    <Card
      title={words("title")}
      extra={
        group &&
        mayChange && (
          <Space>
            <span id="mute-all">{words("muteAll")}</span>
            <Switch
              aria-labelledby="mute-all"
              checked={group.muteAllMember === "On"}
              disabled={act.isPending}
              onChange={(on) =>
                act.mutate(() =>
                  post("/admin-api/cloudlive/im/modifyGroupBaseInfo", { groupId, muteAllMember: on ? "On" : "Off" }),
                )
              }
            />
          </Space>
        )
      }
    >
      <Flex gap={48} style={{ marginBottom: 16 }}>
        <Statistic title={words("online")} value={online.data ?? "–"} />
        <Statistic title={words("members")} value={group?.memberNum ?? "–"} />
      </Flex>
      <ReadTable
        read={info}
        rowKey="member_Account"
        size="small"
        dataSource={group?.memberList ?? []}
        pagination={{ pageSize: 10, hideOnSinglePage: true }}
        scroll={{ x: "max-content" }}
        columns={[
          {
            title: words("who"),
            render: (_, one) => (
              <Space>
                <Avatar size="small" src={one.avatar || undefined} alt="">
                  {one.nickname.slice(0, 1)}
                </Avatar>
                {one.nickname || one.member_Account}
                {silent.has(one.member_Account) && <Tag color="error">{words("muted")}</Tag>}
              </Space>
            ),
          },
          { title: words("joined"), render: (_, one) => <Moment ms={one.joinTime} /> },
          {
            title: words("wrote"),
            render: (_, one) => <Moment ms={one.lastSendMsgTime || null} />,
          },
          {
            title: words("actions"),
            render: (_, one) =>
              mayChange &&
              (silent.has(one.member_Account) ? (
                <Button size="small" onClick={() => mute(one.member_Account, 0)}>
                  {words("unmute")}
                </Button>
              ) : (
                <Dropdown
                  trigger={["click"]}
                  menu={{
                    items: [
                      { key: 600, label: words("tenMinutes") },
                      { key: 3_600, label: words("hour") },
                      { key: FOR_EVER, label: words("ever") },
                    ],
                    onClick: ({ key }) => mute(one.member_Account, Number(key)),
                  }}
                >
                  <Button size="small">{words("mute")}</Button>
                </Dropdown>
              )),
          },
        ]}
      />
    </Card>
  );
}
