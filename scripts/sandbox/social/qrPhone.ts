/** A phone that scans a QR code on a screen, then confirms or cancels, as the provider's app does. */
import { NO_ANSWER } from "../answer.codes.js";

const APP = "Mozilla/5.0 (Linux; Android 14; Sandbox) AppleWebKit/537.36 Chrome/126.0 Mobile MicroMessenger/8.0.50";
const TIMEOUT_MS = 15_000;
const KEPT = 50;

/** A page that the phone loaded. Status 0 means that none came; then `error` says why. */
interface PhoneAnswer {
  status: number;
  ms: number;
  /** Its heading. */
  title: string;
  error?: string;
}

export interface ScannedCode {
  state: string;
  /** The result of opening the scan address. */
  scan: PhoneAnswer;
  /** The provider's page; null when the shop did not redirect there. */
  authorizeUrl: string | null;
  /** The phone's last choice on that page, once the shop received it. */
  chosen: "confirmed" | "cancelled" | null;
  at: number;
}

export class QrPhone {
  readonly #codes = new Map<string, ScannedCode>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Newest first. */
  list(): ScannedCode[] {
    return [...this.#codes.values()].toReversed();
  }

  /** Opens the code's address; the shop redirects to the provider's page. */
  async scan(state: string, scanUrl: string): Promise<ScannedCode> {
    const { answer, location } = await open(scanUrl);
    const isPage = location !== null && location.includes("/connect/");
    const authorizeUrl = isPage ? location : null;
    const scanned: ScannedCode = { state, scan: answer, authorizeUrl, chosen: null, at: this.#now() };
    this.#codes.delete(state);
    this.#codes.set(state, scanned);
    const [oldest] = this.#codes.keys();
    if (this.#codes.size > KEPT && oldest !== undefined) this.#codes.delete(oldest);
    return scanned;
  }

  /** Chooses on the provider's page (an openid, `new` or `refuse`), and opens its redirect `times` at once. */
  async choose(state: string, openid: string, { scanUrl, times }: { scanUrl: string; times: number }) {
    const known = this.#codes.get(state);
    const scanned = known?.authorizeUrl ? known : await this.scan(state, scanUrl);
    if (scanned.authorizeUrl === null) return { ...scanned, callbackUrl: null, deliveries: [] };
    const page = new URL(scanned.authorizeUrl);
    page.searchParams.set("openid", openid);
    const { location: callbackUrl } = await open(page.href);
    if (callbackUrl === null) return { ...scanned, callbackUrl, deliveries: [] };
    this.#codes.set(state, { ...scanned, chosen: openid === "refuse" ? "cancelled" : "confirmed" });
    const opened = await Promise.all(Array.from({ length: times }, () => open(callbackUrl)));
    return { ...scanned, callbackUrl, deliveries: opened.map(({ answer }) => answer) };
  }

  clear(): void {
    this.#codes.clear();
  }
}

async function open(url: string): Promise<{ answer: PhoneAnswer; location: string | null }> {
  const begun = performance.now();
  const ms = (): number => Math.round(performance.now() - begun);
  try {
    const headers = { "User-Agent": APP, "Accept-Language": "zh-CN,zh;q=0.9" };
    const response = await fetch(url, { headers, redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    const title = /<h1>([^<]*)<\/h1>/.exec(text)?.[1] ?? "";
    return { answer: { status: response.status, ms: ms(), title }, location: response.headers.get("location") };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return { answer: { status: NO_ANSWER, ms: ms(), title: "", error: cause }, location: null };
  }
}
