/**
 * A small shop: signs in, lists products, fills the cart, orders, pays and follows the order. For a shop in development,
 * whose sandbox plays the SMS service and the payer: `SHOP_URL`, `SANDBOX_URL` and `MOBILE` say where and who,
 * `RETURN_URL` where a payer comes back to.
 */
import { createShopClient, ShopError, type ShopClient } from "member-commerce-client";

const shopUrl = process.env["SHOP_URL"] ?? "http://127.0.0.1:8080";
const sandboxUrl = process.env["SANDBOX_URL"] ?? "http://127.0.0.1:8090";
const returnUrl = process.env["RETURN_URL"] ?? `${shopUrl}/paid`;
const mobile = process.env["MOBILE"] ?? "13800000003";

try {
  const shop = createShopClient({ baseUrl: shopUrl, terminal: 20, language: "en" });
  const userId = await signIn(shop);
  const items = await fillCart(shop);
  const addressId = await addressOf(shop, userId);
  const placed = await placeOrder(shop, items, addressId);
  await pay(shop, userId, placed.payOrderId);
  await follow(shop, placed.id);
} catch (error) {
  if (!(error instanceof ShopError)) throw error;
  console.error(`${error.message} (request ${error.requestId ?? "without an answer"})`);
  process.exitCode = 1;
}

async function signIn(shop: ShopClient): Promise<number> {
  await shop.post("/app-api/member/auth/send-sms-code", { mobile, scene: 1 });
  const code = await codeFor(mobile);
  const tokens = await shop.post("/app-api/member/auth/sms-login", { mobile, code, loginType: 10 });
  await shop.tokens.set(tokens);
  const me = await shop.get("/app-api/member/user/get");
  console.log(`signed in as member ${me.id}`);
  return tokens.userId;
}

type Item = { cartId: number; skuId: number; count: number };

async function fillCart(shop: ShopClient): Promise<Item[]> {
  const { list, total } = await shop.post("/app-api/product/spu/page", { pageNo: 1, pageSize: 10 });
  console.log(`${total} products, such as ${list.map(({ name }) => name).join(", ")}`);
  const first = list.find(({ stock }) => stock > 0);
  if (!first) throw new Error("nothing can be bought here");
  const product = await shop.post("/app-api/product/spu/getSpuDetail", { id: first.id });
  const sku = product.skus.find(({ stock }) => stock > 0);
  if (!sku) throw new Error(`${product.name} is sold out`);
  await shop.post("/app-api/trade/cart/add", { skuId: sku.id, count: 1 });
  const cart = await shop.get("/app-api/trade/cart/list");
  console.log(`${cart.validList.length} in the cart`);
  return cart.validList.map((one) => ({ cartId: one.id, skuId: one.sku.id, count: one.count }));
}

async function addressOf(shop: ShopClient, userId: number): Promise<number> {
  const known = await shop.post("/app-api/member/address/get-default", { userId });
  if (known) return known.id;
  return shop.post("/app-api/member/address/create", {
    userId,
    name: "Li Lei",
    mobile,
    areaId: 330106,
    detailAddress: "Wensan Road 1",
    defaultStatus: true,
  });
}

async function placeOrder(shop: ShopClient, items: Item[], addressId: number) {
  const basket = { items, deliveryType: 1 as const, addressId, pointStatus: false };
  const { price } = await shop.post("/app-api/trade/order/settlement", basket);
  const placed = await shop.post("/app-api/trade/order/create", basket, { idempotencyKey: crypto.randomUUID() });
  console.log(`order ${placed.id} for ¥${(price.payPrice / 100).toFixed(2)}`);
  return placed;
}

async function pay(shop: ShopClient, userId: number, payOrderId: number | null): Promise<void> {
  if (payOrderId === null) return; // nothing to pay
  await shop.post("/app-api/pay/order/submit", {
    id: payOrderId,
    userId,
    channelCode: "social_native",
    displayMode: "qr_code",
    returnUrl,
  });
  const { no } = await shop.get("/app-api/pay/order/get", { id: payOrderId, sync: false });
  await fetch(`${sandboxUrl}/sandbox/pay/orders/${no}/settle`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ outcome: "success" }),
  });
  await until(async () => (await shop.get("/app-api/pay/order/get", { id: payOrderId })).status === 10);
  console.log("paid");
}

async function follow(shop: ShopClient, id: number): Promise<void> {
  const detail = () => shop.get("/app-api/trade/order/getOrderDetail", { id });
  await until(async () => (await detail()).payStatus);
  const order = await detail();
  const { list } = await shop.post("/app-api/trade/order/page", { userId: await myId(shop), pageNo: 1, pageSize: 1 });
  console.log(`order ${order.no} has state ${order.status}, and is the newest: ${list[0]?.id === id}`);
  if (order.status !== 20) return; // not sent yet: there is no parcel
  const parcel = await shop.post("/app-api/trade/order/getOrderExpressTrackList", { id });
  for (const { time, content } of parcel.expressTrackRespDTOList) console.log(new Date(time).toISOString(), content);
}

async function myId(shop: ShopClient): Promise<number> {
  return (await shop.get("/app-api/member/user/get")).id;
}

/** What the sandbox's SMS service got last for a mobile. */
async function codeFor(receiver: string): Promise<string> {
  let code: string | undefined;
  await until(async () => {
    const inbox = await fetch(`${sandboxUrl}/sandbox/sms?mobile=${receiver}`);
    code = /"code":\s*"(\d{4})"/.exec(await inbox.text())?.[1];
    return code !== undefined;
  });
  return code!;
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; !(await isDone());) {
    if (Date.now() > end) throw new Error("it took more than a minute");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
