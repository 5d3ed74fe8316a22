import { createServer, type AddressInfo } from "node:net";
import { program, type Program } from "#test/faults/deployment.js";
import { clockAhead } from "./clockAhead.js";
import { fromSources } from "./fromSources.js";

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** A second API process on the same stores, from the same sources; its clock may be another one. */
export async function secondApi({ clockAheadMs = 0 } = {}): Promise<Program> {
  const port = await freePort();
  const args = [...(clockAheadMs === 0 ? [] : clockAhead(clockAheadMs)), ...fromSources("api/index.ts")];
  const env = { ...process.env, PORT: String(port), OPS_PORT: String(await freePort()), HOST: "127.0.0.1" };
  const api = program(args, env as Record<string, string>, `http://127.0.0.1:${port}`);
  await api.start();
  return api;
}
