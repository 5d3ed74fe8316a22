import { Tag } from "antd";
import { Link } from "react-router";
import { Money, Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { Goods } from "../../parts/shown/Goods";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { Person } from "../../parts/shown/Person";
import { useTexts } from "../../texts/texts";
import { groupStates } from "./promotion.states";

const bundle = {
  title: ["Group-buy records", "拼团记录"],
  activityId: ["Promotion ID", "活动编号"],
  activity: ["Promotion", "活动"],
  memberId: ["Member ID", "会员编号"],
  headId: ["Leader record ID", "团长记录编号"],
  member: ["Member", "会员"],
  head: ["Leader", "团长"],
  virtual: ["Auto-filled", "虚拟成团"],
  goods: ["Product", "商品"],
  price: ["Price", "拼团价"],
  order: ["Order", "订单"],
  members: ["Members", "参团人数"],
  status: ["Status", "状态"],
  expires: ["Ends", "截止时间"],
  createTime: ["Joined", "参团时间"],
} as const;

const filters: Filter[] = [
  { name: "activityId", label: bundle.activityId, kind: "number" },
  { name: "userId", label: bundle.memberId, kind: "number" },
  { name: "headId", label: bundle.headId, kind: "number" },
  { name: "status", label: bundle.status, kind: "state", states: groupStates },
  { name: "createTime", label: bundle.createTime, kind: "time" },
];

export default function GroupRecordsPage() {
  const words = useTexts(bundle);
  return (
    <>
      <PageHead title={words("title")} />
      <PageTable
        path="/admin-api/promotion/combination-record/page"
        filters={filters}
        columns={[
          { title: "ID", dataIndex: "id" },
          { title: words("activity"), render: (_, row) => `${row.activityName} (${row.activityId})` },
          {
            title: words("member"),
            render: (_, row) => (
              <>
                <Person
                  id={row.userId}
                  user={row.user ?? { nickname: row.nickname, avatar: row.avatar, mobile: null }}
                />
                {row.isHead && <Tag color="processing">{words("head")}</Tag>}
              </>
            ),
          },
          {
            title: words("goods"),
            render: (_, row) => (
              <Goods spuId={row.spuId} spuName={row.spuName} picUrl={row.picUrl} properties={[]} count={row.count} />
            ),
          },
          { title: words("price"), align: "right", render: (_, row) => <Money fen={row.combinationPrice} /> },
          { title: words("order"), render: (_, row) => <Link to={`/orders/${row.orderId}`}>{row.orderId}</Link> },
          {
            title: words("status"),
            weight: 80,
            render: (_, row) => (
              <>
                <State of={groupStates} value={row.status} />
                {row.virtualGroup && <Tag>{words("virtual")}</Tag>}
              </>
            ),
          },
          {
            title: words("members"),
            render: (_, row) => (
              <Link to={`?headId=${row.headId}`} className="numbers">
                {row.userCount} / {row.userSize}
              </Link>
            ),
          },
          { title: words("expires"), render: (_, row) => <Moment ms={row.expireTime} /> },
          { title: words("createTime"), render: (_, row) => <Moment ms={row.createTime} /> },
        ]}
      />
    </>
  );
}
