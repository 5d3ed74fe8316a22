import { Queue } from "bullmq";
import { serverOf } from "#shared/kernel/redis/server.js";
import type { Deployment } from "./deployment.js";

/** A queue of a deployment, as the test itself looks into it; to be closed. */
export function queueOf({ env }: Pick<Deployment, "env">, name: string): Queue {
  const prefix = `{${env["BULL_PREFIX"] ?? "shop"}:${name}}`;
  return new Queue(name, { connection: serverOf({ url: env["REDIS_URL"]!, key: prefix }), prefix });
}
