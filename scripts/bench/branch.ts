import mongoose from "mongoose";
import { freePorts } from "#scripts/deployment/services.js";
import { migrate } from "#scripts/deployment/program.js";
import type { Deployment } from "./deployment.js";

export interface Branch extends Pick<Deployment, "url" | "db" | "env" | "token" | "start"> {
  pids: Record<"api" | "mongodb" | "redis", () => number | undefined>;
  close(): Promise<void>;
}

/** A second shop on the deployment's stores: its own database and API, no products, no worker. */
export async function openBranch(deployment: Deployment, name: string): Promise<Branch> {
  const uri = new URL(deployment.env["MONGODB_URI"]!);
  uri.pathname = `/${name}`;
  const [port, ops] = await freePorts(2);
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...deployment.env,
    MONGODB_URI: uri.href,
    BULL_PREFIX: `bench-${name}`,
    PORT: String(port),
    OPS_PORT: String(ops),
    PUBLIC_URL: url,
  };
  await migrate(env);
  const db = await mongoose.createConnection(uri.href).asPromise();
  const api = await deployment.start("api/index.js", { more: env, readyAt: `${url}/health` });
  const { mongodb, redis } = deployment.pids;
  return {
    url,
    db,
    env,
    token: deployment.token,
    start: (script, options) => deployment.start(script, { ...options, more: { ...env, ...options?.more } }),
    pids: { api: () => api.pid, mongodb, redis },
    close: async () => {
      // Its data is removed with the deployment: dropping a large database takes the stand-in minutes.
      await api.stop();
      await db.close();
    },
  };
}
