import { setTimeout as pause } from "node:timers/promises";
import mongoose from "mongoose";
import "#scripts/migrate/models.js";
import { shopperAt } from "#scripts/bench/load.js";
import { buy } from "#scripts/bench/parts/orders.js";
import { makeMembers, stockUp, writeWallets, type BenchMember } from "#scripts/bench/shoppers.js";
import { memberToken } from "#scripts/deployment/environment.js";
import { OrderStatus } from "#shared/domains/trade/order/order.states.js";
import { config } from "#shared/kernel/config/config.js";
import { claimsOfRow, type Claim } from "#shared/kernel/mongo/claims.js";
import { connectMongo, disconnectMongo } from "#shared/kernel/mongo/mongo.js";

/**
 * Buyers of a shop that is being changed: each orders one piece, pays it from the wallet and rests a little, until
 * SIGTERM or for an hour. Then it waits until each order that was answered as paid is one, and prints a line of JSON.
 */
const BUYERS = 4;
const REST_MS = 300;
const AT_MOST_MS = 3_600_000;
const SETTLED_WITHIN_MS = 90_000;

const url = config.PUBLIC_URL!;
const secret = config.JWT_KEYS[0]!.split(":")[1]!;
await connectMongo();
const deployment = { url, db: mongoose.connection, token: (id: number) => memberToken(secret, id) };
const members = await makeMembers(deployment, BUYERS);
await claim("members", members);
await claim("addresses", members);
await writeWallets(deployment, members, 1_000_000_000);
const skuIds = await stockUp(deployment as never, 12, 1_000_000);

/** What the buyers' rows claim, as they were written straight into the database: the check misses it otherwise. */
async function claim(name: string, buyers: BenchMember[]): Promise<void> {
  const ids = buyers.map(({ memberId }) => memberId);
  const rows = await deployment.db
    .collection<{ _id: number }>(name)
    .find({ _id: { $in: ids } })
    .toArray();
  const claims = rows.flatMap((row) => claimsOfRow(name, row));
  await deployment.db.collection<Claim>("claims").insertMany(claims);
}

const paid: { orderId: number; at: number }[] = [];
const refused: { at: number; what: string }[] = [];
let stopped = false;
process.once("SIGTERM", () => (stopped = true));
const until = Date.now() + AT_MOST_MS;

async function buyUntilStopped(member: BenchMember, number: number): Promise<void> {
  const connection = shopperAt(url);
  for (let turn = 0; !stopped && Date.now() < until; turn++) {
    const at = Date.now();
    try {
      const orderId = await buy(
        { url },
        connection.as(member.token, number),
        member,
        skuIds[(turn + number * 3) % 12]!,
      );
      paid.push({ orderId, at });
    } catch (error) {
      refused.push({ at, what: error instanceof Error ? error.message : String(error) });
    }
    await pause(REST_MS);
  }
  await connection.close();
}
console.error("buying");
await Promise.all(members.map(buyUntilStopped));

const orders = mongoose.connection.collection<{ _id: number; status: number }>("tradeOrders");
const ids = paid.map(({ orderId }) => orderId);
const settledBy = Date.now() + SETTLED_WITHIN_MS;
const unpaid = (): Promise<number> =>
  orders
    .countDocuments({ _id: { $in: ids }, status: { $gte: OrderStatus.toShip } })
    .then((count) => ids.length - count);
let missing = await unpaid();
while (missing > 0 && Date.now() < settledBy) {
  await pause(500);
  missing = await unpaid();
}
console.log(JSON.stringify({ paid: paid.map(({ at }) => at), refused, missing }));
await disconnectMongo();
process.exit(0);
