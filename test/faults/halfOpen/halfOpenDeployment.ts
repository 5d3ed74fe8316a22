import { startDeployment, type Deployment } from "../deployment.js";
import { makeWay, type Way } from "../way.js";

/** What the deployment's processes reach over a way of ours, and the variable that names it. */
const variables = {
  redis: "REDIS_URL",
  mongodb: "MONGODB_URI",
  storage: "S3_ENDPOINT",
  platform: "WECHATPAY_BASE_URL",
} as const;
type Store = keyof typeof variables;

/** A deployment whose stores and provider are behind ways that break, and whose worker can be asked how it is. */
export interface DeploymentBehindWays extends Deployment {
  ways: Record<Store, Way>;
}

export async function startBehindWays(): Promise<DeploymentBehindWays> {
  const ways = {} as Record<Store, Way>;
  const closeWays = async (): Promise<void> => {
    for (const way of Object.values(ways)) await way.close();
  };
  try {
    const deployment = await startDeployment({
      redis: "single",
      async rewire(env) {
        const wired: Record<string, string> = { ...env };
        for (const [store, variable] of Object.entries(variables) as [Store, string][]) {
          const address = new URL(env[variable]!);
          ways[store] = await makeWay({ host: address.hostname, port: Number(address.port) });
          await ways[store].open();
          address.host = `127.0.0.1:${ways[store].port}`;
          wired[variable] = address.href;
        }
        return wired;
      },
    });
    const stop = async (): Promise<void> => {
      await deployment.stop();
      await closeWays();
    };
    return Object.assign({ ...deployment }, { ways, stop });
  } catch (error) {
    await closeWays();
    throw error;
  }
}
