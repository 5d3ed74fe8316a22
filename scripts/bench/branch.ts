import mongoose from "mongoose";
import { freePorts, runToEnd, type Deployment } from "./deployment.js";

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
    BULL_PREFIX: `{bench-${name}}`,
    PORT: String(port),
    OPS_PORT: String(ops),
    PUBLIC_URL: url,
  };
  await runToEnd("scripts/migrate/index.js", env);
  const db = await mongoose.createConnection(uri.href).asPromise();
  const api = await deployment.start("api/index.js", { ...env, READY_AT: `${url}/health` });
  const { mongodb, redis } = deployment.pids;
  return {
    url,
    db,
    env,
    token: deployment.token,
    start: (script, more, args) => deployment.start(script, { ...env, ...more }, args),
    pids: { api: () => api.pid, mongodb, redis },
    close: async () => {
      // Its data is removed with the deployment: dropping a large database takes the stand-in minutes.
      await api.stop();
      await db.close();
    },
  };
}
