import { Card, Descriptions, Flex, Table } from "antd";
import { Link } from "react-router";
import type { DataOf } from "../../client/client";
import { Money, State } from "../../parts/shown/figures";
import { Goods } from "../../parts/shown/Goods";
import { SecondLine } from "../../parts/shown/SecondLine";
import { useTexts } from "../../texts/texts";
import { itemAfterSaleStates } from "./order.states";

const bundle = {
  title: ["Products and price", "商品与金额"],
  product: ["Product", "商品"],
  price: ["Price", "单价"],
  count: ["Quantity", "数量"],
  sent: ["{{count}} shipped", "已发 {{count}} 件"],
  left: ["{{count}} left", "剩余 {{count}} 件"],
  payPrice: ["Amount", "实付"],
  afterSale: ["After-sales", "售后"],
  reviewed: ["Reviewed", "已评价"],
  yes: ["Yes", "是"],
  no: ["No", "否"],
  total: ["Subtotal", "商品总价"],
  discount: ["Discounts", "活动优惠"],
  vip: ["Member discount", "会员优惠"],
  coupon: ["Coupon", "优惠券"],
  point: ["Points", "积分抵扣"],
  delivery: ["Delivery fee", "运费"],
  adjust: ["Price adjustment", "商家改价"],
  toPay: ["Total", "应付金额"],
  refunded: ["Refunded", "已退款"],
} as const;

/** The bought items, and how their price was computed. */
export function OrderItems({ order }: { order: DataOf<"/admin-api/trade/order/get-detail"> }) {
  const words = useTexts(bundle);
  const lines: [label: string, fen: number, strong?: boolean][] = [
    [words("total"), order.totalPrice],
    [words("discount"), -order.discountPrice],
    [words("vip"), -order.vipPrice],
    [words("coupon"), -order.couponPrice],
    [words("point"), -order.pointPrice],
    [words("delivery"), order.deliveryPrice],
    [words("adjust"), order.adjustPrice],
    [words("toPay"), order.payPrice, true],
    [words("refunded"), -order.refundPrice],
  ];
  return (
    <Card title={words("title")} style={{ marginBottom: 16 }}>
      <Table
        rowKey="id"
        size="small"
        pagination={false}
        scroll={{ x: "max-content" }}
        dataSource={order.items}
        columns={[
          { title: words("product"), render: (_, item) => <Goods {...item} size={48} /> },
          { title: words("price"), align: "right", render: (_, item) => <Money fen={item.price} /> },
          {
            title: words("count"),
            align: "right",
            render: (_, item) => (
              <>
                {item.count}
                {item.leftCount < item.count && <SecondLine>{words("left", { count: item.leftCount })}</SecondLine>}
                {order.status === 10 && item.sentCount > 0 && (
                  <SecondLine>{words("sent", { count: item.sentCount })}</SecondLine>
                )}
              </>
            ),
          },
          { title: words("payPrice"), align: "right", render: (_, item) => <Money fen={item.payPrice} /> },
          {
            title: words("refunded"),
            align: "right",
            render: (_, item) => (item.refundPrice === 0 ? "–" : <Money fen={item.refundPrice} />),
          },
          {
            title: words("afterSale"),
            render: (_, item) =>
              item.afterSaleId === null ? (
                item.afterSaleStatus === 0 ? (
                  "–"
                ) : (
                  <State of={itemAfterSaleStates} value={item.afterSaleStatus} />
                )
              ) : (
                <Link to={`/after-sales/${item.afterSaleId}`}>
                  <State of={itemAfterSaleStates} value={item.afterSaleStatus} />
                </Link>
              ),
          },
          { title: words("reviewed"), render: (_, item) => words(item.commentStatus ? "yes" : "no") },
        ]}
      />
      <Flex justify="end" style={{ marginTop: 16 }}>
        <Descriptions
          size="small"
          column={1}
          style={{ width: 320 }}
          styles={{ label: { width: 180 }, content: { justifyContent: "end" } }}
          items={lines
            .filter(([, fen], at) => fen !== 0 || at === 0 || at === 7)
            .map(([label, fen, strong]) => ({
              key: label,
              label,
              children: strong ? (
                <strong style={{ fontSize: 16 }}>
                  <Money fen={fen} />
                </strong>
              ) : (
                <Money fen={fen} />
              ),
            }))}
        />
      </Flex>
    </Card>
  );
}
