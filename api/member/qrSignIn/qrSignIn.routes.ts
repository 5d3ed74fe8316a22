import type { Context } from "koa";
import { confirmQrSignIn, openQrSignIn, pollQrSignIn, scanQrCode } from "#shared/domains/member/index.js";
import { refuseIfOff } from "#shared/kernel/config/providers.js";
import { clock } from "#shared/kernel/time/clock.js";
import { currentLanguage } from "#shared/kernel/request/context.js";
import { AppError, errorText } from "#shared/kernel/request/errors.js";
import { endpoint, open } from "#api/http/endpoint.js";
import { caller } from "#api/http/requestContext.js";
import { qrPage, type QrPage } from "./qrPages.js";
import {
  QrCallbackQuery,
  QrCheckQuery,
  QrCheckView,
  QrCodeQuery,
  QrCodeView,
  QrScanQuery,
} from "./qrSignIn.schemas.js";

/** The phone signs in by one of these. */
const needs = ["social-official", "social-website"] as const;

const qrcode = endpoint({
  method: "get",
  path: "/app-api/website/auth/qrcode",
  access: open(),
  needs,
  summary: "Creates a QR code for the browser to show, valid for five minutes, and the secret to poll it with",
  input: { query: QrCodeQuery },
  output: QrCodeView,
  handle: ({ query }) => openQrSignIn(query.redirectUri),
});

const check = endpoint({
  method: "get",
  path: "/app-api/website/auth/check",
  access: open(),
  needs,
  summary: "Returns the state of the QR sign-in; once confirmed, the same tokens for 60 s",
  input: { query: QrCheckQuery },
  output: QrCheckView,
  handle: ({ query }) => pollQrSignIn(query.sessionId),
  view: ({ status, tokens, redirectUri }) => ({
    status,
    accessToken: tokens?.accessToken ?? null,
    refreshToken: tokens?.refreshToken ?? null,
    redirectUri: redirectUri ?? null,
    expiresIn: tokens ? Math.max(0, Math.floor((tokens.expiresAt.getTime() - clock.ms()) / 1_000)) : null,
  }),
});

const pageTypes = ["text/html"];

const scan = endpoint({
  method: "get",
  path: "/app-api/website/auth/scan",
  access: open(),
  summary: "Redirects the phone that scanned the code to the social provider's page",
  input: { query: QrScanQuery },
  reply: "html",
  replies: { 200: pageTypes, 302: [], 400: pageTypes, 410: pageTypes, 503: pageTypes },
  handle: ({ query, ctx }) =>
    withPages(ctx, async () => {
      if (query.state === undefined) return show(ctx, "failed");
      const page = await scanQrCode(query.state, ctx.get("user-agent"));
      if (page === undefined) return show(ctx, "over");
      ctx.redirect(page);
    }),
});

const callback = endpoint({
  method: "get",
  path: "/app-api/website/auth/callback",
  access: open(),
  summary: "Receives the phone back from the social provider; concurrent requests make one sign-in",
  limit: "signIn",
  input: { query: QrCallbackQuery },
  reply: "html",
  replies: { 200: pageTypes, 302: [], 400: pageTypes, 410: pageTypes, 503: pageTypes },
  handle: ({ query: { state, code }, ctx }) =>
    withPages(ctx, async () =>
      show(ctx, state === undefined ? "failed" : await confirmQrSignIn({ state, code }, caller())),
    ),
});

const statusOf: Record<QrPage, number> = { confirmed: 200, cancelled: 200, over: 410, wait: 503, failed: 400 };
const AGAIN_SECONDS = 2;

function show(ctx: Context, page: QrPage, reason?: string): void {
  ctx.status = statusOf[page];
  ctx.type = "html";
  ctx.body = qrPage(page, currentLanguage(), reason);
}

/** People see this, so refusals are pages too. While work is still running, the page itself repeats the request. */
async function withPages(ctx: Context, answer: () => Promise<void>): Promise<void> {
  try {
    refuseIfOff(needs);
    await answer();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 503) {
      ctx.set("refresh", String(AGAIN_SECONDS));
      ctx.set("retry-after", String(AGAIN_SECONDS));
      show(ctx, "wait");
    } else show(ctx, "failed", errorText(error, currentLanguage()));
  }
}

export const qrSignInEndpoints = [qrcode, check, scan, callback];
