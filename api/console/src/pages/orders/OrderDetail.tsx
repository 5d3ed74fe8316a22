import { Alert, Col, Row, Skeleton, Space } from "antd";
import { Link } from "react-router";
import type { DataOf } from "../../client/client";
import { useRead } from "../../client/queries";
import { Facts } from "../../parts/shown/Facts";
import { Moment, State } from "../../parts/shown/figures";
import { JobTimeline } from "../../parts/shown/JobTimeline";
import { MoveLogs } from "../../parts/shown/MoveLogs";
import { PageHead } from "../../parts/PageHead";
import { Person } from "../../parts/shown/Person";
import { useTexts } from "../../texts/texts";
import { againWhileOpen, WhyLine } from "../why/WhyLine";
import { Channel } from "../pay/channels";
import {
  cancelTypes,
  comingBackStates,
  deliveryTypes,
  orderOperations,
  orderStates,
  orderTypes,
  refundStates,
  sentInPartStates,
  terminals,
} from "./order.states";
import { ChangedMeanwhile } from "./ChangedMeanwhile";
import { OrderActions } from "./OrderActions";
import { OrderItems } from "./OrderItems";
import { OrderParcel } from "./OrderParcel";

const bundle = {
  all: ["All orders", "全部订单"],
  order: ["Order {{no}}", "订单 {{no}}"],
  about: ["Order details", "订单信息"],
  member: ["Member", "会员"],
  type: ["Type", "订单类型"],
  terminal: ["Terminal", "下单终端"],
  ip: ["IP address", "下单 IP"],
  ordered: ["Placed", "下单时间"],
  paid: ["Paid", "支付时间"],
  expires: ["Payment deadline", "支付截止"],
  channel: ["Payment method", "支付方式"],
  payOrder: ["Payment", "支付单"],
  shipped: ["Shipped", "发货时间"],
  received: ["Received", "收货时间"],
  finished: ["Completed", "完成时间"],
  cancelled: ["Cancelled", "取消时间"],
  cancelType: ["Cancellation reason", "取消原因"],
  userRemark: ["Member note", "会员留言"],
  remark: ["Internal note", "商家备注"],
  points: ["Points used / earned", "使用 / 赠送积分"],
  receiver: ["Recipient", "收货信息"],
  delivery: ["Delivery", "配送方式"],
  name: ["Name", "收货人"],
  mobile: ["Mobile", "手机号"],
  address: ["Address", "收货地址"],
  store: ["Store", "自提门店"],
  code: ["Pick-up code", "自提码"],
  deleted: ["The member has removed this order from their list.", "会员已在订单列表中删除该订单。"],
} as const;

type Order = DataOf<"/admin-api/trade/order/get-detail">;

export function OrderDetail({ id }: { id: number }) {
  const words = useTexts(bundle);
  const { data: order, error } = useRead("/admin-api/trade/order/get-detail", { id }, { everyMs: againWhileOpen });
  const back = { to: "/orders", label: words("all") };
  if (!order)
    return (
      <>
        <PageHead title={words("order", { no: "" })} back={back} />
        {error ? <Alert type="error" showIcon title={error.message} /> : <Skeleton active />}
      </>
    );
  const helpful = helpfulActs(order);
  return (
    <>
      <PageHead
        title={words("order", { no: order.no })}
        back={back}
        beside={
          <Space>
            <State of={orderStates} value={order.status} />
            {order.status === 10 && order.parcels.length > 0 && <State of={sentInPartStates} value={1} />}
            {order.comingBack && <State of={comingBackStates} value={1} />}
            {order.refundStatus !== 0 && <State of={refundStates} value={order.refundStatus} />}
          </Space>
        }
      >
        <OrderActions order={order} shows={(act) => !helpful.has(act)} />
      </PageHead>
      <ChangedMeanwhile key={order.id} logs={order.logs} />
      <WhyLine why={order.why} own={<OrderActions order={order} shows={(act) => helpful.has(act)} />} />
      {order.deletedByMember && <Alert showIcon type="info" title={words("deleted")} style={{ marginBottom: 16 }} />}
      <OrderItems order={order} />
      <Row gutter={16}>
        <Col xs={24} xl={15}>
          <About order={order} />
          <Receiver order={order} />
          {order.deliveryType === 1 &&
            order.parcels.map((parcel, at) => (
              // By its place: another number is still the same parcel, whose dialog may be open.
              <OrderParcel key={at} order={order} parcel={parcel} />
            ))}
        </Col>
        <Col xs={24} xl={9}>
          <MoveLogs logs={order.logs} operations={orderOperations} />
        </Col>
      </Row>
      <JobTimeline kind="order" id={order.id} />
    </>
  );
}

/** The order's own acts that help, which stand beside the reason instead of in the head. */
const helpfulActs = ({ why }: Order): Set<string> =>
  new Set(why.acts.filter(({ act }) => act.startsWith("order.")).map(({ act }) => act.slice("order.".length)));

function About({ order }: { order: Order }) {
  const words = useTexts(bundle);
  return (
    <Facts
      title={words("about")}
      columns={2}
      facts={[
        [words("member"), <Person key="member" id={order.userId} user={order.user} />],
        [words("type"), <State key="type" of={orderTypes} value={order.type} />],
        [words("ordered"), <Moment key="ordered" ms={order.createTime} />],
        [words("terminal"), <State key="terminal" of={terminals} value={order.terminal} />],
        [words("expires"), order.status === 0 ? <Moment ms={order.payExpireTime} /> : undefined],
        [words("paid"), order.payTime ? <Moment ms={order.payTime} /> : undefined],
        [words("channel"), order.payStatus ? <Channel code={order.payChannelCode} /> : undefined],
        [
          words("payOrder"),
          order.payOrderId === null ? undefined : (
            <Link to={`/pay/orders/${order.payOrderId}`}>{order.payOrderId}</Link>
          ),
        ],
        [words("shipped"), order.deliveryTime ? <Moment ms={order.deliveryTime} /> : undefined],
        [words("received"), order.receiveTime ? <Moment ms={order.receiveTime} /> : undefined],
        [words("finished"), order.finishTime ? <Moment ms={order.finishTime} /> : undefined],
        [words("cancelled"), order.cancelTime ? <Moment ms={order.cancelTime} /> : undefined],
        [words("cancelType"), order.cancelType ? <State of={cancelTypes} value={order.cancelType} /> : undefined],
        [words("points"), order.usePoint || order.givePoint ? `${order.usePoint} / ${order.givePoint}` : undefined],
        [words("ip"), order.userIp],
        [words("userRemark"), order.userRemark],
        [words("remark"), order.remark],
      ]}
    />
  );
}

function Receiver({ order }: { order: Order }) {
  const words = useTexts(bundle);
  const isPickUp = order.deliveryType === 2;
  return (
    <Facts
      title={words("receiver")}
      columns={2}
      facts={[
        [words("delivery"), <State key="delivery" of={deliveryTypes} value={order.deliveryType} />],
        [words("name"), order.receiverName],
        [words("mobile"), order.receiverMobile],
        [
          words("address"),
          isPickUp ? undefined : `${order.receiverAreaName ?? ""} ${order.receiverDetailAddress ?? ""}`,
        ],
        [words("store"), isPickUp ? order.pickUpStoreId : undefined],
        [words("code"), isPickUp ? order.pickUpVerifyCode : undefined],
      ]}
    />
  );
}
