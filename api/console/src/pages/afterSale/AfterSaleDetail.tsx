import { Alert, Card, Col, Flex, Image, Row, Skeleton, Timeline, Typography } from "antd";
import { Link } from "react-router";
import type { DataOf } from "../../client/client";
import { useRead } from "../../client/queries";
import { Facts } from "../../parts/shown/Facts";
import { Money, Moment, State } from "../../parts/shown/figures";
import { Goods } from "../../parts/shown/Goods";
import { JobTimeline } from "../../parts/shown/JobTimeline";
import { MoveLogs } from "../../parts/shown/MoveLogs";
import { PageHead } from "../../parts/PageHead";
import { Person } from "../../parts/shown/Person";
import { useTexts } from "../../texts/texts";
import { orderStates } from "../orders/order.states";
import { Channel } from "../pay/channels";
import { afterSaleOperations, afterSaleStates, afterSaleTypes, afterSaleWays } from "./afterSale.states";
import { AfterSaleActions } from "./AfterSaleActions";

const bundle = {
  all: ["All after-sales cases", "全部售后"],
  title: ["After-sales case {{no}}", "售后 {{no}}"],
  application: ["Request", "申请信息"],
  product: ["Product", "商品"],
  member: ["Member", "会员"],
  amount: ["Refund amount", "退款金额"],
  way: ["Resolution", "售后方式"],
  type: ["Stage", "售后类型"],
  reason: ["Reason", "申请原因"],
  description: ["Description", "补充说明"],
  applied: ["Requested", "申请时间"],
  decided: ["Reviewed", "审核时间"],
  auditReason: ["Review note", "审核意见"],
  refunded: ["Refunded", "退款时间"],
  owed: ["Points spent already", "已消费积分"],
  owedPoints: ["{{points}} of the order's points would be owed", "订单赠送积分中 {{points}} 分已使用，退款后将欠积分"],
  pictures: ["Attachments", "凭证图片"],
  order: ["Order", "关联订单"],
  no: ["Order no.", "订单号"],
  state: ["Status", "状态"],
  paid: ["Paid", "实付金额"],
  refundedBefore: ["Refunded so far", "已退金额"],
  channel: ["Payment method", "支付方式"],
  itemPaid: ["Item paid", "该商品实付"],
  itemRefunded: ["Item refunded", "该商品已退"],
  itemPieces: ["Items left", "剩余件数"],
  back: ["Return shipment", "退货物流"],
  returnTo: ["Return to", "退货地址"],
  parcel: ["Parcel", "快递"],
  sent: ["Sent back", "寄回时间"],
  received: ["Received", "收货时间"],
  receivedCount: ["Items received", "收到件数"],
  restock: ["Restocked", "重新入库"],
  isBack: ["Yes", "是"],
  notBack: ["No", "否"],
  memo: ["Rejection reason", "拒收原因"],
} as const;

type AfterSale = DataOf<"/admin-api/trade/after-sale/get-detail">;

export function AfterSaleDetail({ id }: { id: number }) {
  const words = useTexts(bundle);
  const { data, error } = useRead(
    "/admin-api/trade/after-sale/get-detail",
    { id },
    // The channel confirms the refund later.
    { everyMs: (last) => (last?.status === 40 && last.refunding ? 3_000 : false) },
  );
  const back = { to: "/after-sales", label: words("all") };
  if (!data)
    return (
      <>
        <PageHead title={words("title", { no: "" })} back={back} />
        {error ? <Alert type="error" showIcon title={error.message} /> : <Skeleton active />}
      </>
    );
  return (
    <>
      <PageHead
        title={words("title", { no: data.no })}
        back={back}
        beside={<State of={afterSaleStates} value={data.status} />}
      >
        <AfterSaleActions afterSale={data} />
      </PageHead>
      <Row gutter={16}>
        <Col xs={24} xl={15}>
          <Application afterSale={data} />
          {data.order && <OrderInShort afterSale={data} order={data.order} />}
          {data.deliveryTime && <WayBack afterSale={data} />}
        </Col>
        <Col xs={24} xl={9}>
          <MoveLogs logs={data.logs} operations={afterSaleOperations} />
        </Col>
      </Row>
      <JobTimeline kind="afterSale" id={data.id} />
    </>
  );
}

function addressOf({ returnAddress }: AfterSale): string | undefined {
  if (!returnAddress) return undefined;
  const { name, mobile, areaName, detailAddress } = returnAddress;
  return `${areaName} ${detailAddress}, ${name} ${mobile}`;
}

function Application({ afterSale }: { afterSale: AfterSale }) {
  const words = useTexts(bundle);
  const owed = afterSale.pointsOwed?.points ? afterSale.pointsOwed : undefined;
  return (
    <>
      <Facts
        title={words("application")}
        columns={2}
        facts={[
          [words("product"), <Goods key="product" {...afterSale} />],
          [words("member"), <Person key="member" id={afterSale.userId} user={afterSale.user} />],
          [
            words("amount"),
            <strong key="amount">
              <Money fen={afterSale.refundPrice} />
            </strong>,
          ],
          [words("way"), <State key="way" of={afterSaleWays} value={afterSale.way} />],
          [words("type"), <State key="type" of={afterSaleTypes} value={afterSale.type} />],
          [words("applied"), <Moment key="applied" ms={afterSale.createTime} />],
          [words("reason"), afterSale.applyReason],
          [words("description"), afterSale.applyDescription],
          [
            words("owed"),
            owed && (
              <Typography.Text key="owed" type="warning">
                {words("owedPoints", { points: owed.points.toLocaleString() })} (<Money fen={owed.price} />)
              </Typography.Text>
            ),
          ],
          [words("decided"), afterSale.auditTime ? <Moment ms={afterSale.auditTime} /> : undefined],
          [words("auditReason"), afterSale.auditReason ?? undefined],
          [words("returnTo"), addressOf(afterSale)],
          [words("refunded"), afterSale.refundTime ? <Moment ms={afterSale.refundTime} /> : undefined],
        ]}
      />
      {afterSale.applyPicUrls.length > 0 && (
        <Card title={words("pictures")} style={{ marginBottom: 16 }}>
          <Image.PreviewGroup>
            <Flex gap={8} wrap>
              {afterSale.applyPicUrls.map((url, at) => (
                <Image
                  key={url}
                  src={url}
                  width={96}
                  height={96}
                  alt={`${words("pictures")} ${at + 1}`}
                  style={{ objectFit: "cover", borderRadius: 6 }}
                />
              ))}
            </Flex>
          </Image.PreviewGroup>
        </Card>
      )}
    </>
  );
}

function OrderInShort({ afterSale, order }: { afterSale: AfterSale; order: NonNullable<AfterSale["order"]> }) {
  const words = useTexts(bundle);
  return (
    <Facts
      title={words("order")}
      columns={2}
      facts={[
        [
          words("no"),
          <Link key="no" to={`/orders/${order.id}`}>
            {order.no}
          </Link>,
        ],
        [words("state"), <State key="state" of={orderStates} value={order.status} />],
        [words("paid"), <Money key="paid" fen={order.payPrice} />],
        [words("refundedBefore"), <Money key="refunded" fen={order.refundPrice} />],
        [words("channel"), <Channel key="channel" code={order.payChannelCode} />],
        [words("itemPaid"), afterSale.orderItem ? <Money fen={afterSale.orderItem.payPrice} /> : undefined],
        [words("itemRefunded"), afterSale.orderItem ? <Money fen={afterSale.orderItem.refundPrice} /> : undefined],
        [
          words("itemPieces"),
          afterSale.orderItem ? `${afterSale.orderItem.leftCount} / ${afterSale.orderItem.count}` : undefined,
        ],
      ]}
    />
  );
}

function WayBack({ afterSale }: { afterSale: AfterSale }) {
  const words = useTexts(bundle);
  return (
    <>
      <Facts
        title={words("back")}
        columns={2}
        facts={[
          [
            words("parcel"),
            <span key="parcel">
              {afterSale.logisticsName}{" "}
              <Typography.Text copyable className="numbers">
                {afterSale.logisticsNo ?? ""}
              </Typography.Text>
            </span>,
          ],
          [words("sent"), <Moment key="sent" ms={afterSale.deliveryTime} />],
          [words("received"), afterSale.receiveTime ? <Moment ms={afterSale.receiveTime} /> : undefined],
          [words("receivedCount"), afterSale.receivedCount ?? undefined],
          [words("restock"), afterSale.restock === null ? undefined : words(afterSale.restock ? "isBack" : "notBack")],
          [words("memo"), afterSale.receiveReason ?? undefined],
        ]}
      />
      {afterSale.tracks.length > 0 && (
        <Card style={{ marginBottom: 16 }}>
          <Timeline
            items={afterSale.tracks.map((track) => ({
              key: `${track.time} ${track.content}`,
              content: (
                <>
                  <Typography.Text type="secondary">
                    <Moment ms={track.time} />
                  </Typography.Text>
                  <div>{track.content}</div>
                </>
              ),
            }))}
          />
        </Card>
      )}
    </>
  );
}
