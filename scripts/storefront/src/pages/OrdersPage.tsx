import { useState } from "preact/hooks";
import { List, Page, Picture, yuan } from "../parts/pieces";
import { moment, say } from "../language";
import { OrderStatus } from "../shop.states";
import { Link } from "../router";
import { memberId, shop } from "../shop";
import { useLoad } from "../useLoad";

type Status = (typeof OrderStatus)[keyof typeof OrderStatus];

export const statusText = (status: number): string => {
  const texts: Record<number, string> = {
    [OrderStatus.unpaid]: say("To pay", "待付款"),
    [OrderStatus.toShip]: say("To be shipped", "待发货"),
    [OrderStatus.shipped]: say("On its way", "待收货"),
    [OrderStatus.completed]: say("Received", "已完成"),
    [OrderStatus.cancelled]: say("Cancelled", "已取消"),
  };
  return texts[status] ?? "";
};

export function OrdersPage() {
  const [status, setStatus] = useState<Status>();
  const read = async () => {
    const first = { userId: memberId(), pageNo: 1, pageSize: 30, ...(status === undefined ? {} : { status }) };
    return (await shop().post("/app-api/trade/order/page", first)).list;
  };
  const orders = useLoad(`orders ${status}`, read, 5_000);
  return (
    <Page title={say("Orders", "我的订单")}>
      <div class="chips" role="group" aria-label={say("State", "状态")}>
        {[undefined, ...Object.values(OrderStatus)].map((one) => (
          <button key={one ?? "all"} type="button" aria-pressed={one === status} onClick={() => setStatus(one)}>
            {one === undefined ? say("All", "全部") : statusText(one)}
          </button>
        ))}
      </div>
      <List of={orders} rows={3} empty={say("No orders here.", "这里还没有订单。")}>
        {(order) => (
          <Link key={order.id} class="order" to={`/order/${order.id}`}>
            <span class="line">
              <small class="soft">{moment(order.createTime)}</small>
              <b>{statusText(order.status)}</b>
            </span>
            <span class="pictures">
              {order.items.slice(0, 4).map((item) => (
                <Picture key={item.id} src={item.picUrl} alt={item.spuName} />
              ))}
            </span>
            <span class="line">
              <small>{say("{n} pieces", "共 {n} 件", { n: order.productCount })}</small>
              <b>{yuan(order.payPrice)}</b>
            </span>
          </Link>
        )}
      </List>
    </Page>
  );
}
