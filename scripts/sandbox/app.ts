/** Assembles the sandbox: the providers under /platform, the control API, and the page for people. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Router } from "@koa/router";
import Koa from "koa";
import { makeAlipay } from "./alipay/alipay.js";
import { CallbackSender } from "./callbackSender.js";
import { Calls } from "./calls.js";
import { makeCaptcha } from "./captcha/captcha.js";
import { captchaControl } from "./control/captcha.js";
import { expressControl } from "./control/express.js";
import { faultControl } from "./control/faults.js";
import { ControlError } from "./control/input.js";
import { localPages } from "./control/localPages.js";
import { merchantControl } from "./control/merchant.js";
import { payControl } from "./control/pay.js";
import { scenarioControl } from "./control/scenarios.js";
import { smsControl } from "./control/sms.js";
import { imControl } from "./control/im.js";
import { invoiceControl } from "./control/invoice.js";
import { liveControl } from "./control/live.js";
import { mailControl } from "./control/mail.js";
import { qrControl } from "./control/qr.js";
import { socialControl } from "./control/social.js";
import { vodControl } from "./control/vod.js";
import { environmentOf } from "./environment.js";
import { makeExpress } from "./express/express.js";
import { Faults } from "./faults.js";
import { makeInvoice } from "./invoice/invoice.js";
import { Journal } from "./journal.js";
import { loadKeys } from "./keys.js";
import type { SandboxKeys } from "./keyTypes.js";
import { Mailbox } from "./mail/mailbox.js";
import { MAIL, makeMailServer } from "./mail/smtp.js";
import { Merchants } from "./merchants.js";
import { pageRoutes } from "./page/page.js";
import { providerEntry } from "./providerEntry.js";
import { Scenarios } from "./scenarios/scenarios.js";
import { SmsInbox } from "./sms/inbox.js";
import { makeSms } from "./sms/sms.js";
import { makeIm } from "./im/im.js";
import { makeLive } from "./live/live.js";
import { makeSocial } from "./social/social.js";
import { makeVod } from "./vod/vod.js";
import { makeWechatpay } from "./wechatpay/wechatpay.js";

export type SandboxLog = (event: string, fields: Record<string, unknown>) => void;

export interface SandboxOptions {
  /** Keys and the channels' state are stored in `<dataDir>/sandbox`. */
  dataDir: string;
  /** Default: the keys of the data directory, created when missing. */
  keys?: SandboxKeys;
  log?: SandboxLog;
  /** The shop's address, for providers whose callback address is set in their console. Default PUBLIC_URL. */
  shopUrl?: string;
  /** The wait before each repeat of a callback that was not accepted; default three times 15 s. */
  resendAfterMs?: readonly number[];
  /** How long the service may take to answer a callback; default 5 s. */
  callbackTimeoutMs?: number;
  /** How long a `timeout` fault holds a socket; default 60 s. */
  holdMs?: number;
  now?: () => number;
}

export interface RunningSandbox {
  url: string;
  port: number;
  /** The port of the mail server. */
  smtpPort: number;
  /** The environment variables that point the service at this sandbox. */
  env: Record<string, string>;
  /** Waits until the callbacks that are on their way are answered. */
  callbacksIdle(): Promise<void>;
  close(): Promise<void>;
}

export interface Sandbox {
  app: Koa;
  keys: SandboxKeys;
  /** Port 0 picks a free one. Rejects when a port is taken (EADDRINUSE, its number in `port`). */
  listen(port: number, host?: string, smtpPort?: number): Promise<RunningSandbox>;
}

export async function makeSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { dataDir, now = Date.now, log = () => undefined } = options;
  const shopUrl = options.shopUrl ?? process.env["PUBLIC_URL"] ?? "http://127.0.0.1:8080";
  const keys = options.keys ?? (await loadKeys(dataDir));
  const journal = new Journal(join(dataDir, "sandbox", "journal.jsonl"));
  const faults = new Faults();
  const calls = new Calls();
  const inbox = new SmsInbox();
  const mailbox = new Mailbox();
  const merchants = new Merchants();
  const callbacks = new CallbackSender({
    timeoutMs: options.callbackTimeoutMs ?? 5_000,
    resendAfterMs: options.resendAfterMs ?? [15_000, 15_000, 15_000],
    now,
  });

  // A new provider needs a folder, its keys, a line here, and its control.
  const wechatpay = makeWechatpay(keys.wechatpay, {
    journal,
    callbacks,
    faults,
    now,
    boundAppIds: [keys.social.mini.appId, keys.social.official.appId, keys.social.mobile.appId],
    appIdsOfOpenid: (openid) => social.people.find(openid)?.appIds ?? [],
  });
  const alipay = makeAlipay(keys.alipay, { journal, callbacks, faults, now });
  const express = makeExpress(keys, { journal, callbacks, now, shopUrl });
  const social = makeSocial(keys.social, { journal, now });
  const vod = makeVod(keys.vod, { journal, callbacks, faults, now, callbackUrl: `${shopUrl}/callback/vod` });
  const invoice = makeInvoice(keys.invoice, { journal, callbacks, faults, now });
  const live = makeLive({ ...keys.live, ...keys.liveApi }, { journal, callbacks, now, recorded: vod.record });
  const chat = makeIm(keys.im, { journal, now });
  const captcha = makeCaptcha({ now });
  const providers = [
    makeSms(keys.sms, inbox, faults),
    wechatpay.provider,
    alipay.provider,
    express.provider,
    social.provider,
    chat.provider,
    live.provider,
    invoice.provider,
    vod.provider,
    captcha.provider,
  ];
  const channels = [wechatpay.channel, alipay.channel];
  const holdMs = options.holdMs ?? 60_000;
  const mails = makeMailServer(keys.mail, { mailbox, faults, calls, now, holdMs });
  const names = [...providers.map(({ name }) => name), MAIL];

  const router = new Router();
  smsControl(router, inbox);
  captchaControl(router, captcha);
  mailControl(router, mailbox);
  payControl(router, channels, callbacks);
  expressControl(router, express, now);
  socialControl(router, social);
  qrControl(router, social, shopUrl);
  liveControl(router, live, shopUrl);
  vodControl(router, vod);
  imControl(router, chat);
  invoiceControl(router, invoice);
  merchantControl(router, merchants, now);
  faultControl(router, names, faults, calls);
  const scenarios = new Scenarios({ channels, express, faults, plans: callbacks.plans, now });
  scenarioControl(router, scenarios, names);
  router.delete("/sandbox/state", (ctx) => {
    callbacks.clear();
    journal.clear();
    for (const part of [faults, calls, inbox, mailbox, merchants, scenarios, social.tokens, chat.events, captcha])
      part.clear();
    social.people.clearCodes();
    social.phone.clear();
    ctx.body = { cleared: true };
  });
  pageRoutes(router, {
    providers: names,
    inbox,
    mailbox,
    channels,
    parcels: express.parcels,
    people: social.people,
    phone: social.phone,
    streams: live.pushes,
    invoices: invoice.invoices,
    videos: vod,
    chat,
    callbacks,
    merchants,
    faults,
    scenarios,
    calls,
    now,
  });

  const app = new Koa();
  app.use(async (ctx, next) => {
    const started = performance.now();
    try {
      await next();
      if (ctx.respond !== false && ctx.status === 404 && ctx.body === undefined) answerUnknown(ctx);
    } catch (error) {
      answerError(ctx, error, log);
    }
    if (!ctx.path.startsWith("/sandbox/page")) {
      // After the callbacks that follow from the call.
      ctx.res.once("close", () => void scenarios.goOn());
      const ms = Math.round(performance.now() - started);
      log("call", {
        method: ctx.method,
        path: ctx.path.startsWith("/platform/") ? ctx.path : ctx.url,
        status: ctx.respond === false ? null : ctx.status,
        ms,
      });
    }
  });
  app.use(localPages(shopUrl));
  app.use(providerEntry({ providers, faults, calls, now, holdMs }));
  app.use(router.routes());
  app.on("error", (error: Error) => log("error", { error: error.message }));

  return {
    app,
    keys,
    listen: async (port, host = "127.0.0.1", smtpPort = 0) => {
      const handle = app.callback();
      const server = createServer((request, response) => void handle(request, response));
      const bound = await listenOn(server, port, host);
      const mailPort = await mails.listen(smtpPort, host).catch(async (error: unknown) => {
        await new Promise((resolve) => server.close(resolve));
        throw error;
      });
      // Only a process that could bind the port may write this file: no other sandbox runs now.
      journal.compact();
      const url = `http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${bound}`;
      const close = async (): Promise<void> => {
        callbacks.stop();
        await mails.close();
        return new Promise((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        });
      };
      const env = environmentOf(keys, url, mailPort);
      return { url, port: bound, smtpPort: mailPort, env, callbacksIdle: () => callbacks.idle(), close };
    },
  };
}

function listenOn(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

function answerUnknown(ctx: Koa.Context): void {
  ctx.body = { code: "NOT_FOUND", message: `no such path: ${ctx.method} ${ctx.path}` };
  ctx.status = 404;
}

function answerError(ctx: Koa.Context, error: unknown, log: SandboxLog): void {
  const known = error instanceof ControlError ? error : undefined;
  if (!known) log("error", { error: error instanceof Error ? error.stack : String(error) });
  ctx.status = known?.status ?? 500;
  ctx.body = {
    code: known?.code ?? "SANDBOX_ERROR",
    message: known?.message ?? "the sandbox failed, see its log",
    ...(known?.zh !== undefined && { zh: known.zh }),
    ...(known?.field !== undefined && { field: known.field }),
  };
}
