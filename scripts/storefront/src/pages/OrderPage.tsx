import { Refusal } from "../parts/forms";
import { Facts, Goods, List, Page, Price, Receiver, Show, yuan } from "../parts/pieces";
import { moment, say } from "../language";
import { ItemAfterSaleStatus, OrderStatus } from "../shop.states";
import { Link } from "../router";
import { shop, watchOrder, type Got } from "../shop";
import { useAct, useLoad } from "../useLoad";
import { statusText } from "./OrdersPage";

type Order = Got<"/app-api/trade/order/getOrderDetail">;

export function OrderPage({ id }: { id: number }) {
  watchOrder(id);
  const order = useLoad(`order ${id}`, () => shop().get("/app-api/trade/order/getOrderDetail", { id }), 2_000);
  const { busy, error, act } = useAct();
  const move = (what: "cancel" | "receive") => () =>
    void act(async () => {
      await shop().post(`/app-api/trade/order/${what}`, { id });
      order.again();
    });
  const status = order.data?.status;
  const footer =
    status === OrderStatus.unpaid ? (
      <>
        <button type="button" class="second" disabled={busy} onClick={move("cancel")}>
          {say("Cancel", "取消订单")}
        </button>
        <Link class="first" to={`/pay/${id}`} text={say("Pay", "去支付")} />
      </>
    ) : status === OrderStatus.shipped ? (
      <button type="button" class="first" disabled={busy} onClick={move("receive")}>
        {say("I have received it", "确认收货")}
      </button>
    ) : undefined;
  return (
    <Page title={say("Order", "订单详情")} footer={footer}>
      <Refusal error={error} />
      <Show of={order}>
        {(data) => (
          <>
            <Steps status={data.status} />
            {data.parcels.map((parcel) => parcel.parcelId !== null && <Track order={data} parcel={parcel} />)}
            <Receiver
              who={`${data.receiverName} ${data.receiverMobile}`}
              where={`${data.receiverAreaName ?? ""} ${data.receiverDetailAddress ?? ""}`}
            />
            <Items order={data} />
            <Sums order={data} />
          </>
        )}
      </Show>
    </Page>
  );
}

function Steps({ status }: { status: number }) {
  if (status === OrderStatus.cancelled) return <p class="banner">{statusText(status)}</p>;
  const steps: [number, string][] = [
    [OrderStatus.unpaid, say("Placed", "已下单")],
    [OrderStatus.toShip, say("Paid", "已付款")],
    [OrderStatus.shipped, say("Shipped", "已发货")],
    [OrderStatus.completed, say("Received", "已收货")],
  ];
  return (
    <section>
      <div role="status">
        <h2>{statusText(status)}</h2>
      </div>
      <ol class="steps">
        {steps.map(([step, title]) => (
          <li key={step} class={step <= status ? "done" : ""} aria-current={step === status ? "step" : undefined}>
            {title}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Track({ order, parcel }: { order: Order; parcel: Order["parcels"][number] }) {
  const which = { id: order.id, ...(parcel.parcelId !== null && { parcelId: parcel.parcelId }) };
  const read = async () =>
    (await shop().post("/app-api/trade/order/getOrderExpressTrackList", which)).expressTrackRespDTOList;
  const track = useLoad(`track ${which.parcelId}`, read, 4_000);
  return (
    <section>
      <h2>{say("Parcel", "物流")}</h2>
      <p class="soft">
        {parcel.logisticsName} {parcel.logisticsNo}
        {contents(order, parcel.items)}
      </p>
      <div class="track">
        <List of={track} empty={say("The courier has said nothing yet.", "暂无物流信息。")}>
          {({ time, content }) => (
            <p key={`${time} ${content}`}>
              {content} <small class="soft">{moment(time)}</small>
            </p>
          )}
        </List>
      </div>
    </section>
  );
}

const contents = ({ items }: Order, sent: { orderItemId: number; count: number }[]) =>
  sent.map(({ orderItemId, count }) => `, ${items.find(({ id }) => id === orderItemId)?.spuName} × ${count}`).join("");

function Items({ order }: { order: Order }) {
  const isPaid = order.payStatus && order.status !== OrderStatus.cancelled;
  return (
    <section>
      <ul class="rows">
        {order.items.map((item) => (
          <li key={item.id}>
            <Goods
              picUrl={item.picUrl}
              name={<Link to={`/product/${item.spuId}`}>{item.spuName}</Link>}
              properties={item.properties}
            >
              <p class="line">
                <Price fen={item.payPrice} />
                <span>× {item.count}</span>
              </p>
              <p class="acts">
                {order.status === OrderStatus.completed && !item.commentStatus && (
                  <Link class="plain" to={`/review/${order.id}/${item.id}`} text={say("Review", "评价")} />
                )}
                {item.afterSaleId !== null && item.afterSaleStatus !== ItemAfterSaleStatus.none ? (
                  <Link class="plain" to={`/after-sale/${item.afterSaleId}`} text={say("After-sale", "查看售后")} />
                ) : (
                  isPaid && (
                    <Link
                      class="plain"
                      to={`/refund/${order.id}/${item.id}`}
                      text={say("Ask for a refund", "申请售后")}
                    />
                  )
                )}
              </p>
            </Goods>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Sums({ order }: { order: Order }) {
  const saved = order.discountPrice + order.couponPrice + order.pointPrice + order.vipPrice;
  return (
    <section>
      <Facts
        rows={[
          [say("Goods", "商品金额"), yuan(order.totalPrice)],
          saved > 0 && [say("Saved", "共优惠"), `−${yuan(saved)}`],
          [say("Delivery", "运费"), yuan(order.deliveryPrice)],
          [say("Paid in all", "实付"), yuan(order.payPrice)],
          order.refundPrice > 0 && [say("Refunded", "已退款"), yuan(order.refundPrice)],
          [say("Number", "订单编号"), order.no],
          [say("Placed", "下单时间"), moment(order.createTime)],
          order.payChannelName !== null && [say("Paid by", "支付方式"), order.payChannelName],
        ]}
      />
    </section>
  );
}
