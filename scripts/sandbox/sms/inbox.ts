/** The messages that phones received, newest first. Not kept over a restart: a code lasts minutes. */
import type { Scene } from "./scene.codes.js";

interface SmsMessage {
  /** Without +86. */
  mobile: string;
  scene: Scene;
  code: string;
  /** As the phone shows it, after the signature. */
  text: string;
  /** Epoch ms. */
  sentAt: number;
}

const KEPT_MESSAGES = 1_000;

export class SmsInbox {
  #messages: SmsMessage[] = [];

  add(message: SmsMessage): void {
    this.#messages.unshift(message);
    if (this.#messages.length > KEPT_MESSAGES) this.#messages.pop();
  }

  list(mobile?: string): SmsMessage[] {
    return this.#messages.filter((one) => mobile === undefined || one.mobile === mobile);
  }

  clear(): void {
    this.#messages = [];
  }
}
