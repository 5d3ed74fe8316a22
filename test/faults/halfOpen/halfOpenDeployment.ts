import { fromDist, type Program } from "#scripts/deployment/program.js";
import { program, startDeployment, type Deployment } from "../deployment.js";
import { freePort } from "#scripts/deployment/services.js";
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
  let wired: Record<string, string> = {};
  const deployment = await startDeployment({
    async rewire(env) {
      wired = { ...env };
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
  const stopRest = deployment.stop;
  const stop = async (): Promise<void> => {
    await deployment.worker.kill("SIGKILL");
    await stopRest();
    for (const way of Object.values(ways)) await way.close();
  };
  try {
    await deployment.worker.kill("SIGTERM");
    deployment.worker = await startHealthyWorker(wired);
  } catch (error) {
    await stop();
    throw error;
  }
  return Object.assign(deployment, { ways, stop });
}

async function startHealthyWorker(env: Record<string, string>): Promise<Program> {
  const port = await freePort();
  const worker = program(fromDist("workers/index.js"), { ...env, OPS_PORT: String(port) }, `http://127.0.0.1:${port}`);
  await worker.start();
  return worker;
}
