import { PayAppId } from "#shared/domains/pay/channel/payChannel.codes.js";
import { randomUUID } from "node:crypto";
import { PayStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { DeliveryType } from "#shared/domains/catalog/catalog.states.js";
import { OrderStatus } from "#shared/domains/trade/order/order.states.js";
import { isSignedBy, mallSecret, type Delivery } from "../merchant.js";
import type { MemberClient, OperatorClient, SandboxClient, Sent } from "../shopClient.js";
import type { Who } from "../people/signInAndAddress.js";
import { expect, needed, step, until, yuan } from "../walk.js";

interface Sku {
  id: number;
  price: number;
  stock: number;
}

/** Browse, cart, settlement, order, payment by the channel, callback, notifyUrl with its signature. */
export async function buyAndPay(
  member: MemberClient,
  operator: OperatorClient,
  sandbox: SandboxClient,
  who: Who,
): Promise<void> {
  const sku = await chooseSku(member);
  const cartId = await step("put two of it into the cart", () =>
    member.post("/app-api/trade/cart/add", { skuId: sku.id, count: 2 }),
  );
  await step("the cart shows it", async () => {
    const { validList } = await member.get("/app-api/trade/cart/list");
    expect(
      validList.some((row) => row.id === cartId && row.count === 2),
      "the cart does not hold two of it",
    );
  });
  const basket: Sent<"/app-api/trade/order/create"> = {
    items: [{ skuId: sku.id, count: 2, cartId }],
    deliveryType: DeliveryType.express,
    addressId: who.addressId,
    pointStatus: false,
  };
  const price = await step(
    "settle: what will it cost",
    async () => (await member.post("/app-api/trade/order/settlement", basket)).price,
    ({ payPrice, deliveryPrice }) => `${yuan(payPrice)}, delivery ${yuan(deliveryPrice)} of it`,
  );
  const order = await step(
    "place the order; a double tap is one order",
    async () => {
      const key = { idempotencyKey: randomUUID() };
      const [first, second] = [
        await member.post("/app-api/trade/order/create", basket, key),
        await member.post("/app-api/trade/order/create", basket, key),
      ];
      expect(first.id === second.id, "the double tap made two orders");
      return { id: first.id, payOrderId: needed(first.payOrderId, "the pay order") };
    },
    ({ id, payOrderId }) => `order ${id}, pay order ${payOrderId}`,
  );
  await step("the cart is empty again", async () => {
    const count = await member.post("/app-api/trade/cart/get-count");
    expect(count === 0, `the cart counts ${count}`);
  });
  await pay(member, sandbox, who, order.payOrderId, price.payPrice);
  await step(
    `the order is paid (status ${OrderStatus.toShip})`,
    () =>
      until(`status ${OrderStatus.toShip}`, async () => {
        const detail = await member.get("/app-api/trade/order/getOrderDetail", { id: order.id });
        expect(detail.payPrice === price.payPrice, "the order's price is not the settled one");
        return detail.status === OrderStatus.toShip && detail.payStatus ? detail : undefined;
      }),
    ({ no, items }) => `${no}, ${items[0]?.spuName ?? ""}`,
  );
  await checkNotification(operator, sandbox, order.payOrderId);
}

async function chooseSku(member: MemberClient): Promise<Sku> {
  await step(
    "browse the categories",
    () => member.post("/app-api/product/category/getParentCategoryList", { isParent: false }),
    (list) => `${list.length} at the top`,
  );
  const spu = await step(
    "browse the products, best sellers first",
    async () => {
      const page = await member.post("/app-api/product/spu/page", {
        pageNo: 1,
        pageSize: 20,
        sortField: "salesCount",
        sortAsc: false,
      });
      for (const candidate of page.list) {
        const detail = await member.post("/app-api/product/spu/getSpuDetail", { id: candidate.id });
        const sku = detail.skus.find(({ stock }) => stock >= 10);
        const buyable = sku && (await isPhysical(member, sku.id));
        if (buyable) return { ...detail, sku, total: page.total };
      }
      throw new Error("no product has ten pieces in stock");
    },
    ({ name, total }) => `${name}, one of ${total}`,
  );
  await step("it may be bought", async () => {
    expect(
      await member.post("/app-api/trade/order/validateIsToBuy", [{ spuId: spu.id, buyCount: 2 }]),
      "it may not be bought",
    );
  });
  return spu.sku;
}

/** Virtual goods are not delivered; the demo wants a parcel. */
async function isPhysical(member: MemberClient, skuId: number): Promise<boolean> {
  const preview = await member.send("POST", "/app-api/trade/order/settlement", {
    items: [{ skuId, count: 1 }],
    deliveryType: DeliveryType.express,
    pointStatus: false,
  });
  return preview.code === 0;
}

async function pay(
  member: MemberClient,
  sandbox: SandboxClient,
  who: Who,
  payOrderId: number,
  payPrice: number,
): Promise<void> {
  await step(
    "which channels may pay it",
    () => member.post("/app-api/pay/channel/get-enable-code-list", { appId: PayAppId.mall }),
    (codes) => codes.join(", "),
  );
  const submitted = await step(
    "submit to the channel: a QR code comes back",
    () =>
      member.post("/app-api/pay/order/submit", {
        id: payOrderId,
        userId: who.userId,
        channelCode: "social_native",
        displayMode: "qr_code",
        returnUrl: `${member.baseUrl}/paid`,
      }),
    ({ displayContent }) => displayContent ?? "",
  );
  expect(
    submitted.status === PayStatus.waiting && submitted.displayMode === "qr_code",
    "the submission is not waiting for a scan",
  );
  const { no } = await member.get("/app-api/pay/order/get", { id: payOrderId, sync: false });
  await step(
    "the payer pays; the channel calls back",
    async () => {
      const settled = await sandbox.post<{ state: string; deliveries: { status: number }[] }>(
        `/sandbox/pay/orders/${no}/settle`,
        { outcome: "success" },
      );
      expect(settled.state === "paid", `the channel says ${settled.state}`);
      return settled;
    },
    ({ deliveries }) => `${no} ${yuan(payPrice)}, callback answered ${deliveries[0]?.status ?? "-"}`,
  );
}

async function checkNotification(operator: OperatorClient, sandbox: SandboxClient, payOrderId: number): Promise<void> {
  const delivery = await step(
    "the merchant's notifyUrl is notified",
    () =>
      until("the notification", async () => {
        const deliveries = await sandbox.get<Delivery[]>("/sandbox/merchant/mall/deliveries");
        return deliveries.find(
          ({ body }) => (JSON.parse(body) as { data?: { payOrderId?: number } }).data?.payOrderId === payOrderId,
        );
      }),
    ({ body }) => (JSON.parse(body) as { type: string }).type,
  );
  await step("its signature is the pay app's", async () => {
    expect(isSignedBy(await mallSecret(operator), delivery), "the signature does not verify");
  });
}
