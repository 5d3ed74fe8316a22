/** The merchants' side of a notifyUrl: accepts deliveries and answers as configured. */
import type { IncomingHttpHeaders } from "node:http";

interface Behaviour {
  /** The status of the response, 200 to 599; a redirect points to itself, to detect a client that follows it. */
  status: number;
  /** The wait before the response. */
  delayMs: number;
  /** This many deliveries get 500 first. */
  failFirst: number;
}

export interface MerchantDelivery {
  method: string;
  /** With the query. */
  path: string;
  headers: IncomingHttpHeaders;
  /** The raw body: Standard Webhooks signatures are over these bytes. */
  body: string;
  /** Epoch ms. */
  receivedAt: number;
  /** The status of the response. */
  status: number;
}

const GOOD: Behaviour = { status: 200, delayMs: 0, failFirst: 0 };
const KEPT_DELIVERIES = 500;

export class Merchants {
  readonly #deliveries = new Map<string, MerchantDelivery[]>();
  readonly #behaviours = new Map<string, Behaviour>();

  keys(): string[] {
    return [...new Set([...this.#deliveries.keys(), ...this.#behaviours.keys()])].toSorted();
  }

  behaviour(key: string): Behaviour {
    return { ...(this.#behaviours.get(key) ?? GOOD) };
  }

  /** Replaces the behaviour; fields that are not given return to their defaults. */
  behave(key: string, behaviour: Partial<Behaviour>): Behaviour {
    this.#behaviours.set(key, { ...GOOD, ...behaviour });
    return this.behaviour(key);
  }

  /** Records a delivery and returns the response to it. */
  receive(key: string, delivery: Omit<MerchantDelivery, "status">): { status: number; delayMs: number } {
    const behaviour = this.behaviour(key);
    const fails = behaviour.failFirst > 0;
    if (fails) this.#behaviours.set(key, { ...behaviour, failFirst: behaviour.failFirst - 1 });
    const status = fails ? 500 : behaviour.status;
    const kept = this.#deliveries.get(key) ?? [];
    this.#deliveries.set(key, [{ ...delivery, status }, ...kept].slice(0, KEPT_DELIVERIES));
    return { status, delayMs: behaviour.delayMs };
  }

  /** Newest first. */
  deliveries(key: string): MerchantDelivery[] {
    return this.#deliveries.get(key) ?? [];
  }

  clear(): void {
    this.#deliveries.clear();
    this.#behaviours.clear();
  }
}
