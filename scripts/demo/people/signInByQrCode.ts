import { QrStatus } from "#shared/domains/member/qrSignIn/qrSignIn.states.js";
import { MemberClient } from "../shopClient.js";
import type { Shop } from "../shopper.js";
import { expect, step } from "../walk.js";

interface Progress {
  status: number;
  accessToken: string | null;
  expiresIn: number | null;
}
interface Played {
  scan: { status: number };
  deliveries?: { status: number; title: string }[];
}
const AT_ONCE = 20;

/** A browser shows a code, a phone scans and confirms it twenty times at once: one sign-in, for the waiting browser. */
export async function signInByQrCode(shopUrl: string, { sandbox }: Shop): Promise<void> {
  const browser = new MemberClient(shopUrl);
  const open = (): Promise<{ sessionId: string; qrcodeUrl: string }> =>
    browser.get("/app-api/website/auth/qrcode", { redirectUri: `${shopUrl}/signed-in` });
  const poll = (sessionId: string): Promise<Progress> => browser.get("/app-api/website/auth/check", { sessionId });
  const play = (qrcodeUrl: string, act: string, body: object = {}): Promise<Played> => {
    const state = new URL(qrcodeUrl).searchParams.get("state");
    return sandbox.post<Played>(`/sandbox/social/qr/${state}/${act}`, { qrcodeUrl, ...body });
  };

  const code = await step("a browser shows a QR code", open, ({ qrcodeUrl }) => qrcodeUrl);
  await step(
    "the phone scans it: waiting becomes scanned",
    async () => {
      expect((await poll(code.sessionId)).status === QrStatus.waiting, "it does not wait");
      await play(code.qrcodeUrl, "scan");
      return poll(code.sessionId);
    },
    ({ status }) => `status ${status}`,
  );
  const { openid } = await sandbox.post<{ openid: string }>("/sandbox/social/users", { nickname: "QR Friend" });
  await step(
    `the phone agrees, ${AT_ONCE} times at once`,
    async () => {
      const { deliveries = [] } = await play(code.qrcodeUrl, "confirm", { openid, times: AT_ONCE });
      expect(deliveries.length === AT_ONCE && deliveries.every(({ status }) => status === 200), "a page said no");
      return deliveries[0]?.title ?? "";
    },
    (title) => title,
  );
  await step(
    "the browser gets the same pair for a minute",
    async () => {
      const [first, second] = [await poll(code.sessionId), await poll(code.sessionId)];
      expect(first.status === QrStatus.confirmed && first.accessToken !== null, `its status is ${first.status}`);
      expect(first.accessToken === second.accessToken, "two polls got two tokens");
      await browser.keep({ accessToken: first.accessToken });
      const devices = await browser.get("/app-api/member/device/list");
      expect(devices.length === 1, `there are ${devices.length} sessions`);
      return first;
    },
    ({ expiresIn }) => `one session, good for ${expiresIn} s`,
  );
  await step("the state in the code gets nobody the tokens", async () => {
    const state = new URL(code.qrcodeUrl).searchParams.get("state") ?? "";
    expect((await poll(state)).status === QrStatus.over, "a stranger learned of it");
  });
  await step(
    "another one is cancelled on the phone",
    async () => {
      const other = await open();
      await play(other.qrcodeUrl, "scan");
      await play(other.qrcodeUrl, "cancel");
      return poll(other.sessionId);
    },
    ({ status }) => {
      expect(status === QrStatus.over, `its status is ${status}`);
      return `status ${status}`;
    },
  );
}
