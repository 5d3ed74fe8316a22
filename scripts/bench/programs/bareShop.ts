/**
 * The baseline: bare Koa, a JWT check and the same reads and writes through the driver, and nothing else of a shop:
 * no sessions, limits, validation, views, logs, prices, events or jobs.
 */
import { once } from "node:events";
import { Redis } from "ioredis";
import jwt from "jsonwebtoken";
import Koa, { type Context } from "koa";
import mongoose from "mongoose";

const client = await new mongoose.mongo.MongoClient(process.env["MONGODB_URI"]!, {
  maxPoolSize: 64,
  writeConcern: { w: "majority" },
}).connect();
const db = client.db();
const redis = new Redis(process.env["REDIS_URL"]!);
/** The fields of all rows that are used below. */
interface Row {
  _id: number;
  spuId?: number;
  skuId?: number;
  memberId?: number;
  orderId?: number;
  payOrderId?: number;
  deliveryTemplateId?: number;
  status?: number;
  price?: number;
  priceFen?: number;
  stock?: number;
  reserved?: number;
  count?: number;
  balance?: number;
  address?: Row | null;
  sku?: Row | null;
}
const collection = (name: string) => db.collection<Row>(name);
const [, secret = ""] = process.env["JWT_KEYS"]!.split(":");
/** Beyond those of the parts before, whose rows stand in the same store. */
let nextNumber = Date.now() * 1_000;
/** A product's status. */
const ON_SHELF = 1;
/** The statuses of an order and its pay order. */
const UNPAID = 0;
const PAID = 10;

interface Body {
  memberId: number;
  id: number;
  skuId: number;
  /** Of a whole basket. */
  skuIds?: number[];
  addressId: number;
  count: number;
  pageNo: number;
  pageSize: number;
}
const routes: Record<string, (body: Body) => Promise<unknown>> = {
  "/page": async ({ pageNo, pageSize }) => {
    const filter = { status: ON_SHELF };
    const [list, total] = await Promise.all([
      collection("spus")
        .find(filter)
        .sort({ sort: -1, _id: -1 })
        .skip((pageNo - 1) * pageSize)
        .limit(pageSize)
        .toArray(),
      collection("spus").countDocuments(filter),
    ]);
    return { list, total };
  },
  "/detail": async ({ id }) => {
    const spu = await collection("spus").findOne({ _id: id });
    return { ...spu, skus: await collection("skus").find({ spuId: id }).sort({ _id: 1 }).toArray() };
  },
  "/cart": async ({ memberId, skuId, count }) => {
    const sku = await collection("skus").findOne({ _id: skuId });
    const spu = await collection("spus").findOne({ _id: sku!.spuId! });
    const row = await collection("bareCartRows").findOneAndUpdate(
      { _id: memberId! * 1_000_000 + skuId! },
      { $inc: { count }, $setOnInsert: { memberId, skuId, spuId: spu!._id } },
      { upsert: true, returnDocument: "after" },
    );
    return row!._id;
  },
  "/settle": ({ skuId, skuIds, addressId }) => (skuIds ? readMany(skuIds, addressId) : readBasket(skuId, addressId)),
  "/order": async ({ memberId, skuId, addressId }) => {
    const { sku, address } = await readBasket(skuId, addressId);
    const _id = nextNumber++;
    await inTransaction(async (session) => {
      const { modifiedCount } = await collection("bareSkus").updateOne(
        { _id: skuId, stock: { $gte: 1 } },
        { $inc: { stock: -1, reserved: 1 } },
        { session },
      );
      if (modifiedCount === 0) throw new Error("sold out");
      await collection("bareMovements").insertOne({ _id, skuId, count: 1 }, { session });
      await collection("barePayOrders").insertOne(
        { _id, memberId, status: UNPAID, price: sku!.priceFen! },
        { session },
      );
      await collection("bareOrders").insertOne({ _id, memberId, status: UNPAID, address }, { session });
      await collection("bareItems").insertOne({ _id, orderId: _id, sku }, { session });
      await collection("bareOutbox").insertOne({ _id, orderId: _id }, { session });
      await collection("bareLogs").insertOne({ _id, orderId: _id }, { session });
    });
    return { id: _id, payOrderId: _id };
  },
  "/like": async ({ id, count }) => (await redis.hincrby("bareLikes", String(id), count)) > 0,
  "/pay": async ({ memberId, id }) => {
    await inTransaction(async (session) => {
      await collection("bareWallets").updateOne(
        { _id: memberId },
        { $inc: { balance: -1 } },
        { session, upsert: true },
      );
      await collection("bareLedger").insertOne({ _id: nextNumber++, memberId, payOrderId: id }, { session });
      await collection("bareAttempts").insertOne({ _id: nextNumber++, payOrderId: id }, { session });
      await collection("barePayOrders").updateOne({ _id: id, status: UNPAID }, { $set: { status: PAID } }, { session });
      await collection("bareOutbox").insertMany([{ _id: nextNumber++ }, { _id: nextNumber++ }], { session });
    });
    return { status: PAID };
  },
};

async function readBasket(skuId: number, addressId: number) {
  const sku = await collection("skus").findOne({ _id: skuId });
  const spu = await collection("spus").findOne({ _id: sku!.spuId! });
  const address = await collection("addresses").findOne({ _id: addressId });
  const template = await collection("deliveryTemplates").findOne({ _id: spu!.deliveryTemplateId! });
  return { sku, spu, address, template };
}

async function readMany(skuIds: number[], addressId: number) {
  const idsOf = (rows: Row[], field: "spuId" | "deliveryTemplateId"): number[] => [
    ...new Set(rows.map((row) => row[field]!)),
  ];
  const among = (name: string, ids: number[]) =>
    collection(name)
      .find({ _id: { $in: ids } })
      .toArray();
  const skus = await among("skus", skuIds);
  const spus = await among("spus", idsOf(skus, "spuId"));
  const address = await collection("addresses").findOne({ _id: addressId });
  const templates = await among("deliveryTemplates", idsOf(spus, "deliveryTemplateId"));
  return { skus, spus, address, templates };
}

async function inTransaction(work: (session: mongoose.mongo.ClientSession) => Promise<void>): Promise<void> {
  await client.withSession((session) => session.withTransaction(() => work(session)));
}

async function serve(ctx: Context): Promise<void> {
  const claims = jwt.verify(ctx.get("authorization").slice(7), secret, { algorithms: ["HS256"], audience: "member" });
  let text = "";
  for await (const part of ctx.req) text += String(part);
  const body = { ...JSON.parse(text), memberId: Number(claims.sub) } as Body;
  ctx.body = { code: 0, data: await routes[ctx.path]!(body), msg: "" };
}

await collection("bareCartRows").createIndex({ memberId: 1, skuId: 1 }, { unique: true });
const skus = await collection("skus").find().toArray();
await collection("bareSkus").deleteMany({});
await collection("bareSkus").insertMany(skus.map(({ _id }) => ({ _id, stock: 1_000_000, reserved: 0 })));

const app = new Koa();
app.use((ctx) => (ctx.path === "/health" ? void (ctx.body = "ok") : serve(ctx)));
const server = app.listen(Number(process.env["BARE_PORT"]), "127.0.0.1");
process.once("SIGTERM", () => {
  server.close();
  server.closeAllConnections();
  void once(server, "close").then(() => Promise.all([client.close(), redis.quit()]));
});
