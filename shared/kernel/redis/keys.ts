import { config } from "../config/config.js";
import type { QueueName } from "../queue/queueNames.js";

/*
 * On a cluster, keys whose braces hold the same live on the same node, and only those may be used in one command. Each
 * queue has braces of its own, so that the queues spread over the nodes; so has what is cached and counted for limits.
 */

/** How every key of a queue begins, and of what else is kept where jobs are. */
export const keysOf = (queue?: QueueName): string =>
  queue === undefined ? `{${config.BULL_PREFIX}}` : `{${config.BULL_PREFIX}:${queue}}`;

/** How every key in the Redis of caches begins. */
export const cacheKeys = (): string => `{${config.BULL_PREFIX}:cache}`;
