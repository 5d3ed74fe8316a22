import type { Middleware } from "koa";
import { seconds } from "#shared/kernel/time/clock.js";
import { isMongoConnected } from "#shared/kernel/mongo/mongo.js";
import { errors } from "#shared/kernel/request/errors.js";

const BOUND_MS = seconds(4);

/**
 * 503 within 5 s while MongoDB takes no connection, whatever a request has left to do: each of its commands would wait for
 * 3 s, and what follows a failure is a command too. With MongoDB there, a request takes the time it takes.
 */
export const boundByStores: Middleware = async (_ctx, next) => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      if (!isMongoConnected()) reject(errors.StillWorking({}, 5));
    }, BOUND_MS);
  });
  try {
    await Promise.race([next(), late]);
  } finally {
    clearTimeout(timer);
  }
};
