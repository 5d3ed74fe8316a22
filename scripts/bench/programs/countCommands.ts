/**
 * What one request costs the stores: `countCommands.js {"token", "path", "body", "times"}` serves the whole API in this
 * process, under the driver's command monitoring, and reports the commands of a request once the caches are warm.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Redis } from "ioredis";
import mongoose from "mongoose";
import { makeApp } from "#api/app.js";
import { Terminal } from "#shared/kernel/kernel.codes.js";
import { startBroadcasts } from "#shared/kernel/redis/broadcast.js";
import { connectMongo } from "#shared/kernel/mongo/mongo.js";
import { cacheRedis, producerRedis, redisReady } from "#shared/kernel/redis/redis.js";

export interface Commands {
  mongodb: number;
  redis: number;
  /** Of the first request, with nothing cached. */
  mongodbAtFirst: number;
}
interface Measurement {
  token: string;
  path: string;
  body: object;
  times: number;
}
const { token, path, body, times } = JSON.parse(process.argv[2]!) as Measurement;

let mongodb = 0;
let redis = 0;
await connectMongo({ monitorCommands: true });
mongoose.connection.getClient().on("commandStarted", () => void mongodb++);
const send = Redis.prototype.sendCommand;
Redis.prototype.sendCommand = function (...given) {
  redis++;
  return send.apply(this, given);
};
await Promise.all([redisReady(producerRedis()), redisReady(cacheRedis())]);
await startBroadcasts();
const server = createServer(makeApp().callback());
await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const first = await costOf(1);
const warm = await costOf(times);
const commands: Commands = { ...warm, mongodbAtFirst: first.mongodb };
process.send!(commands, () => process.exit(0));

async function costOf(requests: number): Promise<{ mongodb: number; redis: number }> {
  mongodb = redis = 0;
  for (let request = 0; request < requests; request++) {
    const answer = await fetch(url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", terminal: String(Terminal.web) },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`);
  }
  return { mongodb: mongodb / requests, redis: redis / requests };
}
