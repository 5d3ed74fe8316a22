import { Queue } from "bullmq";
import { serverOf } from "#shared/kernel/redis/server.js";
import type { Deployment } from "./deployment.js";

type Placed = Pick<Deployment, "env">;

/** How every key of a deployment's queue begins. */
export const prefixOf = ({ env }: Placed, name: string): string => `{${env["BULL_PREFIX"] ?? "shop"}:${name}}`;

/** A queue of a deployment, as the test itself looks into it; to be closed. */
export function queueOf(deployment: Placed, name: string): Queue {
  const prefix = prefixOf(deployment, name);
  const { env } = deployment;
  return new Queue(name, { connection: serverOf({ url: env["REDIS_URL"]!, key: prefix }), prefix });
}
