import { startDeployment, type Deployment } from "./deployment.js";
import { holdMemoryStore } from "./ownDeployment.js";
import type { Pace } from "./pace.js";
import type { Table } from "./tables.js";

/** Work at a deployment of its own whose MongoDB is the stand-in in memory, which answers at once or after `delayMs`. */
export async function inMemory<T>(work: (deployment: Deployment) => Promise<T>, { delayMs = 0 } = {}): Promise<T> {
  const memory = await holdMemoryStore({ env: { PATH: process.env["PATH"] ?? "" } }, { delayMs });
  try {
    const more = { MONGODB_URI: `${memory.url}/shop?directConnection=true`, METRICS_STORE_COMMANDS: "true" };
    const deployment = await startDeployment(more, { mongodbPid: memory.pid });
    try {
      return await work(deployment);
    } finally {
      await deployment.stop();
    }
  } finally {
    await memory.release();
  }
}

/** A part of the bench on that store: what is the shop's own cost is seen without the store's. */
export function partInMemory(
  part: (deployment: Deployment, pace: Pace) => Promise<Table>,
): (pace: Pace) => Promise<Table> {
  return async (pace) => {
    const { title, note, ...table } = await inMemory((deployment) => part(deployment, pace));
    return {
      ...table,
      title: `${title}, in memory`,
      note: `${note}\nOn a stand-in of MongoDB in memory, for figures alone.`,
    };
  };
}
