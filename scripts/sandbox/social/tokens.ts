/** Access tokens and tickets of applications, and the tokens of people who agreed. A restart drops them. */
import { randomBytes } from "node:crypto";
import { expiredToken, invalidToken } from "./refusal.js";

interface Issued<Of> {
  of: Of;
  expiresAt: number;
}
interface Consent {
  openid: string;
  scope: string;
}

export const LIFE_S = 7_200;
/** From here on a new token is issued, and the old one stays valid beside it. */
const NEAR_END_MS = 5 * 60_000;
/** Expired tokens are remembered as such; the oldest are dropped first. */
const KEPT = 2_000;

const random = (bytes: number): string => randomBytes(bytes).toString("base64url");

export class Tokens {
  readonly #now: () => number;
  #applications = new Map<string, Issued<string>>();
  #newest = new Map<string, string>();
  #tickets = new Map<string, { ticket: string; expiresAt: number }>();
  #consents = new Map<string, Issued<Consent>>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The application's token: the same while it is valid, unless another is forced, which expires the previous one. */
  forApplication(appId: string, force: boolean): { token: string; expiresInS: number } {
    const newest = this.#newest.get(appId);
    const known = newest === undefined ? undefined : this.#applications.get(newest);
    if (newest !== undefined && known) {
      const leftMs = known.expiresAt - this.#now();
      if (!force && leftMs > NEAR_END_MS) return { token: newest, expiresInS: Math.floor(leftMs / 1_000) };
      if (force) known.expiresAt = 0;
    }
    const token = `${newest === undefined ? 60 : 61}_${random(96)}`;
    keep(this.#applications, token, { of: appId, expiresAt: this.#now() + LIFE_S * 1_000 });
    this.#newest.set(appId, token);
    return { token, expiresInS: LIFE_S };
  }

  /** The token's application; throws the provider's refusal for one that is unknown or expired. */
  applicationOf(token: string | undefined): string {
    return this.#check(this.#applications, token);
  }

  ticketFor(appId: string): { ticket: string; expiresInS: number } {
    const known = this.#tickets.get(appId);
    const leftMs = known ? known.expiresAt - this.#now() : 0;
    if (known && leftMs > NEAR_END_MS) return { ticket: known.ticket, expiresInS: Math.floor(leftMs / 1_000) };
    const ticket = random(64);
    this.#tickets.set(appId, { ticket, expiresAt: this.#now() + LIFE_S * 1_000 });
    return { ticket, expiresInS: LIFE_S };
  }

  forConsent(consent: Consent): string {
    const token = `62_${random(72)}`;
    keep(this.#consents, token, { of: consent, expiresAt: this.#now() + LIFE_S * 1_000 });
    return token;
  }

  consentOf(token: string | undefined): Consent {
    return this.#check(this.#consents, token);
  }

  /** Expires every token of an application and returns how many. */
  expire(): number {
    const good = [...this.#applications.values()].filter(({ expiresAt }) => expiresAt > this.#now());
    for (const one of good) one.expiresAt = this.#now();
    return good.length;
  }

  clear(): void {
    for (const tokens of [this.#applications, this.#newest, this.#tickets, this.#consents]) tokens.clear();
  }

  #check<Of>(issued: Map<string, Issued<Of>>, token: string | undefined): Of {
    const found = token === undefined ? undefined : issued.get(token);
    if (!found) throw invalidToken();
    if (found.expiresAt <= this.#now()) throw expiredToken();
    return found.of;
  }
}

function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > KEPT && oldest !== undefined) map.delete(oldest);
}
