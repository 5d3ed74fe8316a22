import { expect } from "chai";
import { config } from "#shared/kernel/config/config.js";
import { stranger } from "#test/support/client.js";
import { sandbox } from "#test/support/environment.js";
import { startService } from "#test/support/service.js";

interface BrowserSide {
  sessionId: string;
  qrcodeUrl: string;
  /** As the code shows it. */
  state: string;
}
export const redirectUri = (): string => `${new URL(config.REDIRECT_URIS[0]!).origin}/signed-in`;

/** A browser that shows a code. */
export async function showCode(client = stranger): Promise<BrowserSide> {
  await startService();
  const reply = await client.get(`/app-api/website/auth/qrcode?redirectUri=${encodeURIComponent(redirectUri())}`);
  expect(reply, reply.msg).to.include({ status: 200, code: 0 });
  return { ...reply.data, state: new URL(reply.data.qrcodeUrl).searchParams.get("state") };
}

interface Progress {
  status: number;
  accessToken: string | null;
  refreshToken: string | null;
  expiresIn: number | null;
  redirectUri: string | null;
}
export async function poll(sessionId: string): Promise<Progress> {
  const reply = await stranger.get<Progress>(`/app-api/website/auth/check?sessionId=${encodeURIComponent(sessionId)}`);
  expect(reply, reply.msg).to.include({ status: 200, code: 0 });
  return reply.data;
}

interface Played {
  scan: { status: number; title: string };
  authorizeUrl: string | null;
  deliveries?: { status: number; title: string }[];
}
/** The phone, played by the sandbox (rules: Sandbox). */
export async function play(
  { state, qrcodeUrl }: BrowserSide,
  act: "scan" | "confirm" | "cancel",
  body: { openid?: string; times?: number } = {},
): Promise<Played> {
  const response = await fetch(`${sandbox.url}/sandbox/social/qr/${state}/${act}`, {
    method: "POST",
    body: JSON.stringify({ qrcodeUrl, ...body }),
  });
  expect(response.status).to.equal(200);
  return (await response.json()) as Played;
}

/** The provider sends a phone back. */
export const callback = (query: Record<string, string>, headers: Record<string, string> = {}) =>
  stranger.with(headers).get(`/app-api/website/auth/callback?${new URLSearchParams(query).toString()}`);
