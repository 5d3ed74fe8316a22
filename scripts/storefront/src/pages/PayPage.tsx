import { useState } from "preact/hooks";
import { Choices, Refusal } from "../parts/forms";
import { Empty, Page, Show, yuan } from "../parts/pieces";
import { say } from "../language";
import { OrderStatus, PayApp, PayStatus } from "../shop.states";
import { go, Link } from "../router";
import { memberId, setting, shop, watchOrder, type Got } from "../shop";
import { useAct, useLoad } from "../useLoad";

type Order = Got<"/app-api/trade/order/getOrderDetail">;
/** The channels that a page in a browser can use. */
type Channel = "payplat_pc" | "social_native" | "wallet";

const named = (code: Channel): string =>
  ({
    payplat_pc: say("Alipay", "支付宝"),
    social_native: say("WeChat Pay, by a code to scan", "微信扫码支付"),
    wallet: say("Wallet", "钱包余额"),
  })[code];

export function PayPage({ id }: { id: number }) {
  watchOrder(id);
  const order = useLoad(`order ${id}`, () => shop().get("/app-api/trade/order/getOrderDetail", { id }));
  if (order.data?.status === OrderStatus.unpaid) return <Pay order={order.data} />;
  return (
    <Page title={say("Pay", "支付")}>
      <Show of={order}>
        {() => (
          <Empty
            to={`/order/${id}`}
            link={say("See the order", "查看订单")}
            text={say("There is nothing to pay any more.", "该订单无需支付。")}
          />
        )}
      </Show>
    </Page>
  );
}

function Pay({ order }: { order: Order }) {
  const channels = useLoad("channels", async () => {
    const codes = await shop().post("/app-api/pay/channel/get-enable-code-list", { appId: PayApp.mall });
    // The list names a provider's channels for apps; a browser uses the same provider's channel for pages.
    const offers = (provider: string) => codes.some((code) => code.startsWith(provider));
    return (["payplat_pc", "social_native", "wallet"] as const).filter((code) => offers(code.split("_")[0] ?? code));
  });
  const [chosen, choose] = useState<Channel>();
  const [code, setCode] = useState<string>();
  const { busy, error, act } = useAct();
  const channel = chosen ?? channels.data?.[0];
  const pay = () =>
    act(async () => {
      if (!channel || order.payOrderId === null) return;
      const { displayMode, displayContent } = await shop().post("/app-api/pay/order/submit", {
        id: order.payOrderId,
        userId: memberId(),
        channelCode: channel,
        displayMode: channel === "social_native" ? "qr_code" : "url",
        returnUrl: `${location.origin}/shop/paid/${order.id}`,
      });
      if (displayMode === "url" && displayContent) location.assign(displayContent);
      else if (displayMode === "qr_code") setCode(displayContent ?? "");
      else go(`/paid/${order.id}`, true);
    });
  if (code !== undefined) return <Scan orderId={order.id} code={code} />;
  const footer = (
    <button type="button" class="first" disabled={busy || !channel} onClick={() => void pay()}>
      {say("Pay {sum}", "支付 {sum}", { sum: yuan(order.payPrice) })}
    </button>
  );
  return (
    <Page title={say("Pay", "支付")} footer={footer}>
      <p class="sum">{yuan(order.payPrice)}</p>
      <p class="centre soft">{order.no}</p>
      <section>
        <Show of={channels}>
          {(codes) => (
            <Choices
              label={say("How to pay", "支付方式")}
              chosen={channel}
              choose={choose}
              options={codes.map((one) => [one, named(one)])}
            />
          )}
        </Show>
      </section>
      <p class="soft centre">
        {say("The sandbox plays the bank: nothing here is real money.", "沙箱扮演支付平台，不会产生真实扣款。")}
      </p>
      <Refusal error={error} />
    </Page>
  );
}

/** The code is scanned at the sandbox, whose page has the payer's buttons. */
function Scan({ orderId, code }: { orderId: number; code: string }) {
  return (
    <Page title={say("Scan to pay", "扫码支付")}>
      <div class="state">
        <p>{say("A phone would scan this code:", "手机扫描此码支付：")}</p>
        <code>{code}</code>
        {setting.sandboxUrl && (
          <a class="plain" href={setting.sandboxUrl} target="_blank" rel="noreferrer">
            {say("Be the payer at the sandbox ↗", "到沙箱扮演付款人 ↗")}
          </a>
        )}
        <Link class="plain" to={`/paid/${orderId}`} text={say("I have paid", "我已支付")} />
      </div>
    </Page>
  );
}

/** Where the cashier leads back to: it believes the pay order alone. */
export function PaidPage({ id }: { id: number }) {
  watchOrder(id);
  const read = async () => {
    const order = await shop().get("/app-api/trade/order/getOrderDetail", { id });
    const asks = !order.payStatus && order.payOrderId !== null ? { id: order.payOrderId } : undefined;
    const pay = asks && (await shop().get("/app-api/pay/order/get", asks));
    return { payPrice: order.payPrice, isPaid: order.payStatus || pay?.status === PayStatus.paid };
  };
  const paid = useLoad(`paid ${id}`, read, 1_500);
  return (
    <Page title={say("Payment", "支付结果")}>
      <Show of={paid}>
        {({ isPaid, payPrice }) => (
          <div class="state">
            <p class={isPaid ? "tick" : "tick wait"} aria-hidden="true">
              {isPaid ? "✓" : "…"}
            </p>
            <div role="status">
              <h2>{isPaid ? say("Paid", "支付成功") : say("Not paid yet", "尚未支付")}</h2>
            </div>
            <p>{yuan(payPrice)}</p>
            <Link
              class="plain"
              to={isPaid ? `/order/${id}` : `/pay/${id}`}
              text={isPaid ? say("See the order", "查看订单") : say("Pay", "去支付")}
            />
            <Link class="text" to="/" text={say("On with shopping", "继续逛逛")} />
          </div>
        )}
      </Show>
    </Page>
  );
}
