/**
 * Deliveries that are due at once: `fillNotices.js {"urls": [...], "each": 50}`. Their queue is paused until the last
 * one is in it; reports the ids of the tasks, then resumes the queue on a message.
 */
import "#shared/subscriptions.js";
import mongoose from "mongoose";
import { NotifyStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { deliverNotifyJob } from "#shared/domains/pay/pay.jobs.js";
import { nextIds } from "#shared/kernel/mongo/ids.js";
import { connectMongo } from "#shared/kernel/mongo/mongo.js";
import { enqueueAll } from "#shared/kernel/outbox/enqueue.js";
import { relayIdle } from "#shared/kernel/outbox/relay.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { producerRedis, redisReady } from "#shared/kernel/redis/redis.js";
import { PayAppId } from "#shared/domains/pay/channel/payChannel.codes.js";

const { urls, each } = JSON.parse(process.argv[2]!) as { urls: string[]; each: number };
await connectMongo();
await redisReady(producerRedis());
const queue = queueNamed("notify");
await queue.waitUntilReady();
await queue.pause();
const ids = await nextIds("notifyTasks", urls.length * each);
const now = new Date();
await mongoose.connection.collection<{ _id: number }>("notifyTasks").insertMany(
  ids.map((_id, at) => {
    // Alternating, so that deliveries do wait behind a hanging receiver.
    const url = urls[at % urls.length]!;
    return {
      _id,
      type: "pay.order.paid",
      appId: PayAppId.mall,
      // Belongs to no order: the task holds all that is delivered.
      payOrderId: 900_000_000 + _id,
      refundId: null,
      merchantOrderId: String(900_000_000 + _id),
      url,
      host: new URL(url).host,
      body: bodyOf(_id),
      status: NotifyStatus.waiting,
      tries: 0,
      ladderFrom: 0,
      nextTryAt: now,
      lastTryAt: null,
      lastStatus: null,
      createdAt: now,
      updatedAt: now,
    };
  }),
);
await enqueueAll(ids.map((notifyId) => ({ job: deliverNotifyJob as never, payload: { notifyId, tryNumber: 1 } })));
await relayIdle();
process.send!(ids);
// The bench sends a message when it is ready to count.
process.once("message", () => void queue.resume().then(() => process.exit(0)));

function bodyOf(_id: number): string {
  const data = {
    payOrderId: 900_000_000 + _id,
    merchantOrderId: String(900_000_000 + _id),
    price: 9_900,
    walletCombinationPaymentPrice: 0,
    channelCode: "social_native",
    no: `P20260101120000000${_id}`,
    successTime: now.getTime(),
  };
  return JSON.stringify({ id: `msg_${_id}`, type: "pay.order.paid", createdAt: now.getTime(), data });
}
