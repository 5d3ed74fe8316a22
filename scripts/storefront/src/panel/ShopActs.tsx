import { Refusal } from "../parts/forms";
import { say } from "../language";
import { AfterSaleStatus, OrderStatus } from "../shop.states";
import { askSandbox } from "../sandbox";
import { changes, shop, type Got } from "../shop";
import { useAct } from "../useLoad";
import { askOperator } from "./operator";

type Order = Got<"/app-api/trade/order/getOrderDetail">;
type AfterSale = Got<"/app-api/trade/after-sale/get">;

/** The company that the demo ships with, as couriers' numbers begin there. */
const PREFIX = "SF";

/** What the other side would do now: the shop's operator, and the courier at the sandbox. */
export function ShopActs({ order, afterSale }: { order: Order; afterSale: AfterSale | undefined }) {
  const { busy, error, act } = useAct();
  const acts = [...orderActs(order), ...(afterSale ? afterSaleActs(afterSale) : [])];
  if (acts.length === 0) return null;
  return (
    <div class="shopacts">
      {acts.map(([title, work]) => (
        <button
          key={title}
          type="button"
          class="plain"
          disabled={busy}
          onClick={() =>
            void act(async () => {
              await work();
              changes.set(changes.get() + 1);
            })
          }
        >
          {title}
        </button>
      ))}
      <Refusal error={error} />
    </div>
  );
}

type Act = [title: string, work: () => Promise<unknown>];

function orderActs({ id, status, logisticsNo }: Order): Act[] {
  if (status === OrderStatus.toShip) return [[say("Ship it, as the shop would", "以商家身份发货"), () => ship(id)]];
  if (status !== OrderStatus.shipped || !logisticsNo) return [];
  const track = (content: string, delivered: boolean) => () =>
    askSandbox(`/sandbox/express/${logisticsNo}/tracks`, { content, delivered });
  return [
    [
      say("Courier: the parcel moves", "快递：包裹在途"),
      track(say("Passed the sorting centre", "已离开分拨中心"), false),
    ],
    [say("Courier: at the door", "快递：已送达"), track(say("Delivered to the door", "已送达，本人签收"), true)],
  ];
}

async function ship(id: number): Promise<void> {
  const companies = await shop().get("/app-api/trade/delivery/express/getDeliveryExpressList");
  await askOperator("PUT", "/admin-api/trade/order/delivery", {
    id,
    logisticsId: companies[0]?.id ?? 0,
    logisticsNo: `${PREFIX}${Date.now()}`,
  });
}

function afterSaleActs({ id, status }: AfterSale): Act[] {
  const put = (what: string) => () => askOperator("PUT", `/admin-api/trade/after-sale/${what}`, { id });
  if (status === AfterSaleStatus.applied)
    return [[say("Agree, as the shop would", "以商家身份同意售后"), put("agree")]];
  if (status === AfterSaleStatus.goodsSent)
    return [[say("Receive the goods, as the shop would", "以商家身份收货"), put("receive")]];
  if (status === AfterSaleStatus.refunding)
    return [[say("Refund, as the shop would", "以商家身份退款"), put("refund")]];
  return [];
}
