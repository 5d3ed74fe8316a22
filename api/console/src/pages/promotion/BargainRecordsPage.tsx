import { Link } from "react-router";
import { Money, Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { Goods } from "../../parts/shown/Goods";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { Person } from "../../parts/shown/Person";
import { useTexts } from "../../texts/texts";
import { bargainStates } from "./promotion.states";

const bundle = {
  title: ["Bargain records", "砍价记录"],
  activityId: ["Promotion ID", "活动编号"],
  activity: ["Promotion", "活动"],
  memberId: ["Member ID", "会员编号"],
  member: ["Member", "会员"],
  product: ["Product", "商品"],
  price: ["Starting / current / lowest price", "起始价 / 当前价 / 底价"],
  helpers: ["Helpers", "帮砍人数"],
  order: ["Order", "订单"],
  status: ["Status", "状态"],
  ends: ["Ends", "截止时间"],
  createTime: ["Started", "发起时间"],
} as const;

const filters: Filter[] = [
  { name: "activityId", label: bundle.activityId, kind: "number" },
  { name: "userId", label: bundle.memberId, kind: "number" },
  { name: "status", label: bundle.status, kind: "state", states: bargainStates },
  { name: "createTime", label: bundle.createTime, kind: "time" },
];

export default function BargainRecordsPage() {
  const words = useTexts(bundle);
  return (
    <>
      <PageHead title={words("title")} />
      <PageTable
        path="/admin-api/promotion/bargain-record/page"
        filters={filters}
        columns={[
          { title: "ID", dataIndex: "id" },
          { title: words("activity"), render: (_, row) => `${row.activityName} (${row.activityId})` },
          { title: words("member"), render: (_, row) => <Person id={row.userId} user={row.user} /> },
          {
            title: words("product"),
            render: (_, row) => <Goods spuId={row.spuId} spuName={row.spuName} picUrl={row.picUrl} properties={[]} />,
          },
          {
            title: words("price"),
            render: (_, row) => (
              <>
                <Money fen={row.bargainFirstPrice} /> / <Money fen={row.bargainPrice} /> /{" "}
                <Money fen={row.bargainMinPrice} />
              </>
            ),
          },
          { title: words("helpers"), dataIndex: "helpCount", align: "right" },
          { title: words("status"), weight: 80, render: (_, row) => <State of={bargainStates} value={row.status} /> },
          {
            title: words("order"),
            render: (_, row) => (row.orderId === null ? "–" : <Link to={`/orders/${row.orderId}`}>{row.orderId}</Link>),
          },
          { title: words("ends"), render: (_, row) => <Moment ms={row.endTime} /> },
          { title: words("createTime"), render: (_, row) => <Moment ms={row.createTime} /> },
        ]}
      />
    </>
  );
}
