import { PayStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { DeliveryType } from "#shared/domains/catalog/catalog.states.js";
import { OrderStatus } from "#shared/domains/trade/order/order.states.js";
import { payAtChannel } from "./fillWallet.js";
import type { MemberClient, SandboxClient, Sent } from "../shopClient.js";
import type { Who } from "../people/signInAndAddress.js";
import type { Product } from "../office/stockTheShop.js";
import { has, ifOffered } from "../offered.js";
import { expect, needed, step, until, yuan } from "../walk.js";

type Submission = Sent<"/app-api/pay/order/submit">;
type Way = [channel: Submission["channelCode"], mode: Submission["displayMode"], extras?: { openid?: string }];
interface Submitted {
  status: number;
  displayMode: string | null;
  displayContent: string | null;
}

async function placeOrder(
  member: MemberClient,
  who: Who,
  product: Product,
): Promise<{ id: number; payOrderId: number }> {
  const { id, payOrderId } = await member.post("/app-api/trade/order/create", {
    items: [{ skuId: product.skuId, count: 1 }],
    deliveryType: DeliveryType.express,
    addressId: who.addressId,
    pointStatus: false,
  });
  return { id, payOrderId: needed(payOrderId, "the pay order") };
}

function paid(member: MemberClient, orderId: number): Promise<{ payPrice: number; payChannelName: string | null }> {
  return until(`status ${OrderStatus.toShip}`, async () => {
    const detail = await member.get("/app-api/trade/order/getOrderDetail", { id: orderId });
    return detail.status === OrderStatus.toShip ? detail : undefined;
  });
}

/** The shopper switches between channels: each submit closes the attempt before, and the order is paid once. */
export async function payAnyWay(
  member: MemberClient,
  sandbox: SandboxClient,
  who: Who,
  product: Product,
): Promise<number> {
  const order = await placeOrder(member, who, product);
  const submit = (...[channelCode, displayMode, channelExtras = {}]: Way): Promise<Submitted> =>
    member.post("/app-api/pay/order/submit", {
      id: order.payOrderId,
      userId: who.userId,
      channelCode,
      displayMode,
      channelExtras,
      returnUrl: `${member.baseUrl}/paid`,
    });
  const openid = { openid: "demo-openid" };
  const wechatpay: Way[] = [
    ["social_lite", "app", openid],
    ["social_pub", "app", openid],
    ["social_app", "app"],
  ];
  const alipay: Way[] = [
    ["payplat_pc", "url"],
    ["payplat_app", "app"],
  ];
  const ways = [...(has("wechatpay") ? wechatpay : []), ...(has("alipay") ? alipay : [])];
  for (const [channel, mode, extras] of ways)
    await step(
      `submit to ${channel}`,
      () => submit(channel, mode, extras),
      ({ displayContent }) => displayContent ?? "",
    );
  await ifOffered("a picture of the code", ["wechatpay"], () =>
    step(
      "submit to social_native as a picture of the code",
      async () => {
        const { displayContent } = await submit("social_native", "qr_code_url");
        const picture = await fetch(displayContent ?? "");
        expect(picture.headers.get("content-type") === "image/png", "the code is no PNG");
        return (await picture.arrayBuffer()).byteLength;
      },
      (bytes) => `a PNG of ${bytes} bytes`,
    ),
  );
  const { no } = await member.get("/app-api/pay/order/get", { id: order.payOrderId, sync: false });
  await payAtChannel(member, sandbox, order.payOrderId);
  await step(
    "paid once, by the last way",
    () => paid(member, order.id),
    ({ payChannelName, payPrice }) => `${payChannelName ?? ""}, ${yuan(payPrice)}, ${no}`,
  );
  return order.id;
}

/** Pays from the wallet alone, at once, and checks the ledger. */
export async function payByWallet(member: MemberClient, who: Who, product: Product): Promise<number> {
  const order = await placeOrder(member, who, product);
  await step("pay from the wallet: no provider, no waiting", async () => {
    const { status, displayMode } = await member.post("/app-api/pay/order/submit", {
      id: order.payOrderId,
      userId: who.userId,
      channelCode: "wallet",
      displayMode: "app",
      returnUrl: `${member.baseUrl}/paid`,
    });
    expect(status === PayStatus.paid && displayMode === null, `the submission answered status ${status}`);
  });
  const { payPrice } = await step(`the order is paid (status ${OrderStatus.toShip})`, () => paid(member, order.id));
  await step(
    "the ledger shows it, the summary adds up",
    async () => {
      const page = await member.post("/app-api/pay/wallet-transaction/page", { pageNo: 1, pageSize: 10 });
      expect(page.list[0]?.price === -payPrice, "the newest row is not this payment");
      const summary = await member.post("/app-api/pay/wallet-transaction/get-summary");
      const { balance } = await member.get("/app-api/pay/wallet/get");
      expect(summary.totalIncome + summary.totalExpense === balance, "income less expense is not the balance");
      return page;
    },
    ({ list, total }) => `${total} rows, the newest "${list[0]?.title ?? ""}"`,
  );
  return order.id;
}
