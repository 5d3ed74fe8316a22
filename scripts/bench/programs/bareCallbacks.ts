/** The baseline of callbacks: bare Koa that checks the provider's signature over the raw body and writes one row. */
import { createPublicKey } from "node:crypto";
import { once } from "node:events";
import Koa, { type Context } from "koa";
import mongoose from "mongoose";
import { isTextSignedBy, signContent } from "#scripts/sandbox/alipay/signature.js";
import { loadKeys } from "#scripts/sandbox/keys.js";
import { answerMessage, isSignedBy } from "#scripts/sandbox/wechatpay/signature.js";

const { wechatpay, alipay } = await loadKeys(process.env["DATA_DIR"]!);
const wechatpayKey = createPublicKey(wechatpay.platformCertificate);
const alipayKey = createPublicKey(alipay.platformPublicKey);
const client = await new mongoose.mongo.MongoClient(process.env["MONGODB_URI"]!, {
  maxPoolSize: 64,
  writeConcern: { w: "majority" },
}).connect();
const TAKEN = 10;
const notices = client.db().collection("bareNotices");

const isSigned: Record<string, (ctx: Context, body: string) => boolean> = {
  "/wechatpay": (ctx, body) => {
    const timestamp = ctx.get("wechatpay-timestamp");
    const nonce = ctx.get("wechatpay-nonce");
    return isSignedBy(answerMessage({ timestamp, nonce, body }), ctx.get("wechatpay-signature"), wechatpayKey);
  },
  "/alipay": (_, body) => {
    const parameters = Object.fromEntries(new URLSearchParams(body));
    return isTextSignedBy(signContent(parameters, ["sign", "sign_type"]), parameters["sign"] ?? "", alipayKey);
  },
};

async function serve(ctx: Context): Promise<void> {
  let body = "";
  for await (const part of ctx.req) body += String(part);
  if (!isSigned[ctx.path]!(ctx, body)) ctx.throw(401);
  await notices.insertOne({ body, status: TAKEN });
  ctx.body = "success";
}

const app = new Koa();
app.use((ctx) => (ctx.path === "/health" ? void (ctx.body = "ok") : serve(ctx)));
const server = app.listen(Number(process.env["BARE_PORT"]), "127.0.0.1");
process.once("SIGTERM", () => {
  server.close();
  server.closeAllConnections();
  void once(server, "close").then(() => client.close());
});
