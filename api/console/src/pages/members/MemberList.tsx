import { Avatar, Button, Flex, Space, Typography } from "antd";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { useRead } from "../../client/queries";
import { Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { memberStates, terminals } from "./member.states";
import { SendCoupons } from "./SendCoupons";

const bundle = {
  title: ["Members", "会员"],
  member: ["Member", "会员"],
  mobile: ["Mobile", "手机号"],
  nickname: ["Nickname", "昵称"],
  level: ["Level", "等级"],
  points: ["Points", "积分"],
  experience: ["Experience", "经验值"],
  status: ["Status", "状态"],
  joined: ["Joined", "注册时间"],
  from: ["Joined via", "注册终端"],
  signedIn: ["Last sign-in", "最近登录"],
  actions: ["Actions", "操作"],
  open: ["View", "查看"],
  chosen: ["{{count}} selected", "已选 {{count}} 人"],
} as const;

export function MemberList() {
  const words = useTexts(bundle);
  const may = useMay();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<number[]>([]);
  const levels = useRead("/admin-api/member/level/list", undefined, { enabled: may("member:level:query") });
  const filters: Filter[] = [
    { name: "mobile", label: bundle.mobile, kind: "text" },
    { name: "nickname", label: bundle.nickname, kind: "text" },
    { name: "status", label: bundle.status, kind: "state", states: memberStates },
    {
      name: "levelId",
      label: bundle.level,
      kind: "select",
      options: (levels.data ?? []).map(({ id, name }) => ({ value: String(id), label: [name, name] as const })),
    },
    { name: "createTime", label: bundle.joined, kind: "time" },
    { name: "loginDate", label: bundle.signedIn, kind: "time" },
  ];
  const maySend = may("promotion:coupon:send");
  return (
    <>
      <PageHead title={words("title")} />
      <PageTable
        path="/admin-api/member/user/page"
        filters={filters}
        exports={{ path: "/admin-api/member/user/export", permission: "member:user:export", name: "members.csv" }}
        {...(maySend
          ? {
              rowSelection: {
                selectedRowKeys: chosen,
                preserveSelectedRowKeys: true,
                onChange: (keys) => setChosen(keys as number[]),
              },
            }
          : {})}
        tools={
          maySend &&
          chosen.length > 0 && (
            <Space>
              <Typography.Text type="secondary">{words("chosen", { count: chosen.length })}</Typography.Text>
              <SendCoupons userIds={chosen} />
            </Space>
          )
        }
        columns={[
          { title: "ID", dataIndex: "id" },
          {
            title: words("member"),
            render: (_, row) => (
              <Flex gap={8} align="center">
                <Avatar size="small" {...(row.avatar ? { src: row.avatar } : {})} alt="">
                  {row.nickname.slice(0, 1)}
                </Avatar>
                <Link to={`/members/${row.id}`}>{row.nickname || row.id}</Link>
              </Flex>
            ),
          },
          { title: words("mobile"), render: (_, row) => <span className="numbers">{row.mobile ?? "–"}</span> },
          { title: words("level"), render: (_, row) => row.levelName ?? "–" },
          {
            title: words("points"),
            align: "right",
            render: (_, row) => <span className="numbers">{row.point.toLocaleString()}</span>,
          },
          {
            title: words("experience"),
            align: "right",
            render: (_, row) => <span className="numbers">{row.experience.toLocaleString()}</span>,
          },
          { title: words("status"), weight: 80, render: (_, row) => <State of={memberStates} value={row.status} /> },
          { title: words("from"), render: (_, row) => <State of={terminals} value={row.registerTerminal} /> },
          { title: words("joined"), render: (_, row) => <Moment ms={row.createTime} /> },
          { title: words("signedIn"), render: (_, row) => <Moment ms={row.loginDate} /> },
          {
            title: words("actions"),
            key: "actions",
            fixed: "right",
            render: (_, row) => (
              <Button size="small" onClick={() => void navigate(`/members/${row.id}`)}>
                {words("open")}
              </Button>
            ),
          },
        ]}
      />
    </>
  );
}
