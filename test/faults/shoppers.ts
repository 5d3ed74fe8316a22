import { memberToken } from "#scripts/deployment/environment.js";
import { insertRows } from "./insertRows.js";
import type { Deployment } from "./deployment.js";

// Tests that let shoppers act at random take it from here, too.
export { seeded } from "#test/support/seeded.js";

/** A signed-in buyer with an address, written straight into the deployment's database: hundreds in a moment. */
export interface Shopper {
  memberId: number;
  addressId: number;
  token: string;
}

let next = 1_000_000;

export async function makeShoppers(deployment: Deployment, count: number): Promise<Shopper[]> {
  const ids = Array.from({ length: count }, () => next++);
  const now = new Date();
  const stamps = { createdAt: now, updatedAt: now };
  const insert = (name: string, rows: object[]) => insertRows(deployment.db, name, rows);
  await insert(
    "members",
    ids.map((id) => ({
      _id: id,
      mobile: `13${String(id).padStart(9, "0")}`,
      nickname: "",
      avatar: "",
      sex: 0,
      status: 0,
      point: 0,
      experience: 0,
      levelId: null,
      passwordHash: null,
      registerIp: "",
      registerTerminal: 0,
      loginIp: "",
      loginAt: null,
      addressVersion: 0,
      ...stamps,
    })),
  );
  await insert(
    "sessions",
    ids.map((id) => ({
      _id: id,
      audience: "member",
      ownerId: id,
      refreshHash: `faults-${id}`,
      rotated: [],
      endedAt: null,
      lastActiveAt: now,
      ...stamps,
    })),
  );
  await insert(
    "addresses",
    ids.map((id) => ({
      _id: id,
      memberId: id,
      name: "Buyer",
      mobile: "13900000000",
      areaId: 310101,
      province: "",
      city: "",
      district: "",
      detailAddress: "1 Street",
      isDefault: true,
      ...stamps,
    })),
  );
  return ids.map((id) => ({
    memberId: id,
    addressId: id,
    token: memberToken(deployment.jwtSecret, id),
  }));
}

export interface Answer {
  status: number;
  code: number;
  data: any;
  msg?: string;
}

interface CallOptions {
  headers?: Record<string, string>;
  /** Another door than the balancer's: one API. */
  at?: string;
  method?: "GET" | "POST" | "PUT";
  /** How patient the client is. */
  withinMs?: number;
}

/** One call, through the balancer unless told otherwise. A connection that breaks is status 0, like any lost answer. */
export async function call(
  deployment: Deployment,
  who: Pick<Shopper, "token">,
  path: string,
  body?: object,
  { headers = {}, at = deployment.url, method = body ? "POST" : "GET", withinMs = 20_000 }: CallOptions = {},
): Promise<Answer> {
  try {
    const response = await fetch(at + path, {
      method,
      headers: {
        authorization: `Bearer ${who.token}`,
        terminal: "20",
        ...(body ? { "content-type": "application/json" } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(withinMs),
    });
    const envelope = (await response.json().catch(() => ({ code: -1, data: null }))) as { code: number; data: unknown };
    return { status: response.status, ...envelope };
  } catch {
    return { status: 0, code: -1, data: null };
  }
}

/** What a client asks again after: nothing came, or what came says so. */
const AGAIN = [0, 409, 429, 502, 503];

/** A machine that is busy may lose an answer or say 503, and one that was killed hold rows: what it was asked is asked again. */
export async function untilTold(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await ask();
    if (!AGAIN.includes(answer.status) || tries === 20) return answer;
    await new Promise((wake) => setTimeout(wake, 500));
  }
}

/** The same, where only yes will do. */
async function untilTaken(what: string, ask: () => Promise<Answer>): Promise<Answer> {
  const answer = await untilTold(ask);
  if (answer.code !== 0) throw new Error(`${what}: ${answer.status} ${answer.code}`);
  return answer;
}

export const order = (
  deployment: Deployment,
  who: Shopper,
  skuId: number,
  count = 1,
  key?: string,
  options: Pick<CallOptions, "at"> = {},
): Promise<Answer> =>
  call(
    deployment,
    who,
    "/app-api/trade/order/create",
    { items: [{ skuId, count }], deliveryType: 1, addressId: who.addressId, pointStatus: false },
    { ...options, ...(key ? { headers: { "idempotency-key": key } } : {}) },
  );

/** An order of one piece each of these, with whatever else a client may send. */
export const orderOf = (
  deployment: Deployment,
  who: Shopper,
  { skuIds, ...more }: { skuIds: number[] } & Record<string, unknown>,
  options: CallOptions = {},
): Promise<Answer> =>
  call(
    deployment,
    who,
    "/app-api/trade/order/create",
    {
      items: skuIds.map((skuId) => ({ skuId, count: 1 })),
      deliveryType: 1,
      addressId: who.addressId,
      pointStatus: false,
      ...more,
    },
    options,
  );

export interface Placed {
  who: Shopper;
  orderId: number;
  payOrderId: number;
}

/** An order that nobody has begun to pay. */
export async function place(
  deployment: Deployment,
  who: Shopper,
  skuId: number,
  options: Pick<CallOptions, "at"> = {},
): Promise<Placed> {
  const key = `place-${placedSoFar++}`;
  const { data } = await untilTaken("order", () => order(deployment, who, skuId, 1, key, options));
  return { who, orderId: data.id, payOrderId: data.payOrderId };
}
let placedSoFar = 0;

export interface Submitted extends Placed {
  no: string;
}

export interface Way {
  channelCode: string;
  displayMode: string;
  /** Fen out of the wallet. */
  walletPart?: number;
}
export const byCode: Way = { channelCode: "social_native", displayMode: "qr_code" };
export const byApp: Way = { channelCode: "payplat_app", displayMode: "app" };
export const byWallet: Way = { channelCode: "wallet", displayMode: "url" };

/** Begins to pay an order, or pays it from the wallet. */
export const submit = (
  deployment: Deployment,
  { who, payOrderId }: Pick<Placed, "who" | "payOrderId">,
  { walletPart, ...way }: Way,
  options: CallOptions = {},
): Promise<Answer> =>
  call(
    deployment,
    who,
    "/app-api/pay/order/submit",
    {
      id: payOrderId,
      userId: who.memberId,
      returnUrl: `${deployment.url}/paid`,
      ...way,
      ...(walletPart === undefined ? {} : { channelExtras: { wallet_combination_payment_price: String(walletPart) } }),
    },
    options,
  );

/** The number of the attempt that the order shows. */
export const currentNo = async (deployment: Deployment, { who, payOrderId }: Pick<Placed, "who" | "payOrderId">) =>
  (await call(deployment, who, `/app-api/pay/order/get?id=${payOrderId}&sync=false`)).data.no as string;

/** An order that waits at the channel for its payer. */
export async function orderAndSubmit(deployment: Deployment, who: Shopper, skuId: number): Promise<Submitted> {
  const placed = await place(deployment, who, skuId);
  await untilTaken("submit", () => submit(deployment, placed, byCode));
  return { ...placed, no: await currentNo(deployment, placed) };
}

export const statusOf = async (
  deployment: Deployment,
  { who, orderId }: Pick<Submitted, "who" | "orderId">,
): Promise<number> => (await call(deployment, who, `/app-api/trade/order/getOrderDetail?id=${orderId}`)).data?.status;

/** The sandbox's control. */
export async function control<T = any>(
  deployment: Deployment,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const response = await fetch(`${deployment.sandbox.url}/sandbox${path}`, {
    method,
    ...(body ? { body: JSON.stringify(body), headers: { "content-type": "application/json" } } : {}),
  });
  return (await response.json()) as T;
}

export const settle = (deployment: Deployment, no: string, body: object = {}) =>
  control<{ state: string; deliveries: { status: number }[] }>(deployment, "POST", `/pay/orders/${no}/settle`, body);

/** How often the merchant was told of a payment, by notification id: a repeat of one id is the same message again. */
export async function toldOf(
  deployment: Deployment,
  payOrderId: number,
  merchant: "mall" | "wallet" = "mall",
): Promise<{ ids: Set<string>; succeeded: number }> {
  const all = await control<{ headers: Record<string, string>; body: string; status: number }[]>(
    deployment,
    "GET",
    `/merchant/${merchant}/deliveries`,
  );
  const own = all.filter(
    ({ body }) => (JSON.parse(body) as { data: { payOrderId: number } }).data.payOrderId === payOrderId,
  );
  return {
    ids: new Set(own.map(({ headers }) => headers["webhook-id"] ?? "")),
    succeeded: own.filter(({ status }) => status >= 200 && status < 300).length,
  };
}

let nextSku = 1_000_000;

/** A variant of its own beside those of the demo shop, with so many in stock; each of another product than the last. */
export async function skuWithStock(deployment: Deployment, stock: number): Promise<number> {
  const spus = await deployment.db
    .collection<{ _id: number }>("spus")
    .find({ status: 1, isVirtual: { $ne: true }, needPrescription: { $ne: true } })
    .sort({ _id: 1 })
    .toArray();
  const skus = deployment.db.collection<{ _id: number; spuId: number } & Record<string, unknown>>("skus");
  const _id = nextSku++;
  const like = await skus.findOne({ spuId: spus[_id % spus.length]!._id });
  await skus.insertOne({ ...like!, _id, stock, initialStock: stock, reserved: 0, sold: 0 });
  return _id;
}
