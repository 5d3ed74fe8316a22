import { Card, Select } from "antd";
import { useState } from "react";
import type { QueryOf, RowOf } from "../../client/client";
import { useRead } from "../../client/queries";
import { Money } from "../../parts/shown/figures";
import { Goods } from "../../parts/shown/Goods";
import { ReadTable } from "../../parts/lists/ReadTable";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["Top products, last 30 days", "近 30 天商品排行"],
  by: ["Rank by", "排序"],
  product: ["Product", "商品"],
  paid: ["Paid", "支付金额"],
  paidPieces: ["Units paid", "支付件数"],
  pieces: ["Units ordered", "下单件数"],
  refunded: ["Refunded", "退款金额"],
  refundedPieces: ["Units refunded", "退款件数"],
  views: ["Views", "浏览量"],
  viewers: ["Viewers", "浏览人数"],
  carts: ["Added to cart", "加购人数"],
  bought: ["Units paid per viewer", "人均支付件数"],
} as const;

type Row = RowOf<"/admin-api/statistics/product/rank-page">;
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

/** A viewer may buy many pieces, so this is not a percentage. */
const perViewer = ({ orderPayCount, browseUserCount }: Row): string =>
  browseUserCount === 0 ? "–" : (orderPayCount / browseUserCount).toFixed(2);

export function ProductRank() {
  const words = useTexts(bundle);
  const [sortBy, setSortBy] = useState<By>("orderPayPrice");
  const read = useRead("/admin-api/statistics/product/rank-page", { sortBy, pageSize: 10 }, { keepsPrevious: true });
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
      <ReadTable
        read={read}
        rowKey="spuId"
        size="small"
        pagination={false}
        scroll={{ x: "max-content" }}
        dataSource={read.data?.list ?? []}
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
          { title: words("bought"), align: "right", render: (_, row) => perViewer(row) },
          { title: words("refunded"), align: "right", render: (_, row) => <Money fen={row.afterSaleRefundPrice} /> },
        ]}
      />
    </Card>
  );
}
