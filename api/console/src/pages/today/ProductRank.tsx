import { Alert, Card, Select, Table } from "antd";
import { useState } from "react";
import type { QueryOf } from "../../client/client";
import { useRead } from "../../client/queries";
import { Money } from "../../parts/figures";
import { Goods } from "../../parts/Goods";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["Best products of 30 days", "近 30 天商品排行"],
  by: ["Ranked by", "排序"],
  product: ["Product", "商品"],
  paid: ["Paid", "支付金额"],
  paidPieces: ["Pieces paid", "支付件数"],
  pieces: ["Pieces ordered", "下单件数"],
  refunded: ["Refunded", "退款金额"],
  refundedPieces: ["Pieces refunded", "退款件数"],
  views: ["Views", "浏览量"],
  viewers: ["Viewers", "浏览人数"],
  carts: ["Put into carts", "加购人数"],
  bought: ["Bought", "支付转化率"],
} as const;

type By = NonNullable<QueryOf<"/admin-api/statistics/product/rank-page">["sortBy"]>;
const sorts = {
  orderPayPrice: "paid",
  orderPayCount: "paidPieces",
  orderCount: "pieces",
  afterSaleRefundPrice: "refunded",
  afterSaleCount: "refundedPieces",
  browseCount: "views",
  browseUserCount: "viewers",
  cartCount: "carts",
} as const satisfies Record<By, keyof typeof bundle>;

export function ProductRank() {
  const words = useTexts(bundle);
  const [sortBy, setSortBy] = useState<By>("orderPayPrice");
  const { data, error, isPending } = useRead("/admin-api/statistics/product/rank-page", { sortBy, pageSize: 10 });
  return (
    <Card
      title={words("title")}
      style={{ marginBottom: 16 }}
      extra={
        <Select<By>
          aria-label={words("by")}
          value={sortBy}
          onChange={setSortBy}
          style={{ width: 160 }}
          options={Object.entries(sorts).map(([value, name]) => ({ value: value as By, label: words(name) }))}
        />
      }
    >
      {error && <Alert type="error" showIcon title={error.message} />}
      <Table
        rowKey="spuId"
        size="small"
        pagination={false}
        loading={isPending && !error}
        scroll={{ x: "max-content" }}
        dataSource={data?.list ?? []}
        columns={[
          { title: "#", render: (_, _row, at) => at + 1 },
          {
            title: words("product"),
            render: (_, row) => <Goods spuId={row.spuId} spuName={row.name} picUrl={row.picUrl} properties={[]} />,
          },
          { title: words("paid"), align: "right", render: (_, row) => <Money fen={row.orderPayPrice} /> },
          { title: words("paidPieces"), align: "right", dataIndex: "orderPayCount" },
          { title: words("pieces"), align: "right", dataIndex: "orderCount" },
          { title: words("views"), align: "right", dataIndex: "browseCount" },
          { title: words("viewers"), align: "right", dataIndex: "browseUserCount" },
          { title: words("carts"), align: "right", dataIndex: "cartCount" },
          { title: words("bought"), align: "right", render: (_, row) => `${row.browseConvertPercent ?? 0} %` },
          { title: words("refunded"), align: "right", render: (_, row) => <Money fen={row.afterSaleRefundPrice} /> },
        ]}
      />
    </Card>
  );
}
