import { Failed } from "../parts/pieces";
import { language, moment, say } from "../language";
import { session, shop, watchedOrder } from "../shop";
import { useLoad } from "../useLoad";
import { statusText } from "../pages/OrdersPage";
import { jobText } from "./jobTexts";
import { ShopActs } from "./ShopActs";
import { linesOf, readTimeline, type TimelineLine } from "./timeline";

/** Between two looks at the jobs of an order. */
const EACH_MS = 1_000;

const elsewhere = (): [href: string, title: string][] => [
  ["/console", say("Console", "运营管理台")],
  ["/console/flow", say("All jobs as a picture", "任务流全景")],
  ["/", say("All addresses", "全部地址")],
];

/** Beside the phone: what the service does for the order that the member looks at. */
export function Panel() {
  const orderId = watchedOrder.use();
  const who = session.use();
  language.use();
  return (
    <aside class="panel" aria-label={say("What the service does", "后台在做什么")}>
      <h2>{say("What the service does", "后台在做什么")}</h2>
      {orderId !== undefined && who ? (
        <Watched orderId={orderId} key={`${orderId} ${language.get()} ${who.userId}`} />
      ) : (
        <Idle />
      )}
      <p class="elsewhere">
        {elsewhere().map(([href, title]) => (
          <a key={href} href={href} target="_blank" rel="noreferrer">
            {title} ↗
          </a>
        ))}
      </p>
    </aside>
  );
}

function Idle() {
  return (
    <div class="idle">
      <p>
        {say(
          "Buy something at the left: here every job of your order appears, live.",
          "在左侧下单，这里实时显示该订单的每个后台任务。",
        )}
      </p>
      <ol>
        <li>{say("Placed: stock, pay order and a timer in one write", "下单：库存、支付单、定时任务一次写入")}</li>
        <li>{say("Paid: callback, order paid, merchant notified", "付款：回调、订单入账、通知商户")}</li>
        <li>{say("Shipped: the courier is asked to push tracks", "发货：订阅快递轨迹")}</li>
        <li>{say("After-sale: money back at the channel, stock back", "售后：渠道退款、库存退回")}</li>
      </ol>
    </div>
  );
}

function Watched({ orderId }: { orderId: number }) {
  const read = async () => {
    const detail = await shop().get("/app-api/trade/order/getOrderDetail", { id: orderId });
    const asked = detail.items.find(({ afterSaleId }) => afterSaleId !== null)?.afterSaleId;
    const afterSale = asked ? await shop().get("/app-api/trade/after-sale/get", { id: asked }) : undefined;
    return { detail, afterSale };
  };
  const order = useLoad(`watched ${orderId}`, read, EACH_MS);
  const events = useLoad(`timeline ${orderId}`, () => readTimeline(orderId), EACH_MS);
  if (order.error && !order.data) return <Idle />;
  return (
    <>
      {order.data && (
        <p class="line">
          <b>
            {say("Order", "订单")} {order.data.detail.no}
          </b>
          <a href={`/console/orders/${orderId}`} target="_blank" rel="noreferrer">
            {statusText(order.data.detail.status)} ↗
          </a>
        </p>
      )}
      {order.data && <ShopActs order={order.data.detail} afterSale={order.data.afterSale} />}
      {events.error && !events.data && <Failed error={events.error} again={events.again} />}
      <ol class="timeline" aria-live="polite" aria-label={say("Jobs of this order", "该订单的任务")}>
        {events.data && linesOf(events.data).map((line) => <Line key={line.key} line={line} />)}
      </ol>
    </>
  );
}

function Line({ line }: { line: TimelineLine }) {
  const { at, kind, name, state, ms, dueAt, notes } = line;
  const text = kind === "job" ? jobText(name) : "";
  return (
    <li class={`${kind} ${state}`} data-job={kind === "job" ? name : undefined}>
      <time dateTime={new Date(at).toISOString()}>{new Date(at).toLocaleTimeString("en-GB")}</time>
      <span>
        <code>{name}</code> {kind === "request" && <small>{say("the member's call", "会员请求")}</small>}
        {kind === "delivery" && <small>{say("delivered to the merchant", "投递给商户")}</small>}
        {text && <small>{text}</small>}
        {notes.map((note) => (
          <small class="note" key={note}>
            {note}
          </small>
        ))}
      </span>
      <b>{stateText(state, ms, dueAt)}</b>
    </li>
  );
}

function stateText(state: TimelineLine["state"], ms: number | undefined, dueAt: number | undefined): string {
  if (state === "failed") return say("failed", "失败");
  if (state === "running") return say("running", "执行中");
  if (ms !== undefined) return `✓ ${ms} ms`;
  return dueAt !== undefined && dueAt > Date.now() + 5_000
    ? say("due {time}", "{time} 执行", { time: moment(dueAt) })
    : say("waiting", "等待中");
}
