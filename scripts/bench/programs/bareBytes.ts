/** The baseline of content: bare Koa that sends the bytes of the service's own responses (BARE_PATHS) from memory. */
import { once } from "node:events";
import Koa from "koa";

const bodies = new Map<string, Buffer>();
for (const path of process.env["BARE_PATHS"]!.split(",")) {
  const answer = await fetch(process.env["PUBLIC_URL"]! + path);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  bodies.set(path, Buffer.from(await answer.arrayBuffer()));
}
bodies.set("/health", Buffer.from("ok"));

const app = new Koa();
app.use((ctx) => {
  const body = bodies.get(ctx.path);
  if (!body) return;
  ctx.type = "application/json; charset=utf-8";
  ctx.body = body;
});
const server = app.listen(Number(process.env["BARE_PORT"]), "127.0.0.1");
process.once("SIGTERM", () => {
  server.close();
  server.closeAllConnections();
  void once(server, "close");
});
