/** Events of the chat, as its people and the shop's calls caused them. */

const KEPT_EVENTS = 1_000;

/** KICKED_OUT is what a member's devices would see; CALL is a command of the shop. Times are epoch ms. */
interface ImEvent {
  type: "KICKED_OUT" | "CALL" | "JOINED" | "LEFT" | "MESSAGE";
  /** "" for an event without an account. */
  userId: string;
  groupId?: string;
  /** Of a call: its command and the error code of the response. */
  command?: string;
  errorCode?: number;
  /** Of a message: "" when it was blocked. */
  text?: string;
  at: number;
}

export class ImEvents {
  #events: ImEvent[] = [];

  /** Newest first; of one account, one group, or all. */
  list({ userId, groupId }: { userId?: string | undefined; groupId?: string | undefined } = {}): ImEvent[] {
    const isAsked = (event: ImEvent): boolean =>
      (userId === undefined || event.userId === userId) && (groupId === undefined || event.groupId === groupId);
    return this.#events.filter(isAsked).toReversed();
  }

  add(event: ImEvent): void {
    this.#events.push(event);
    if (this.#events.length > KEPT_EVENTS) this.#events.shift();
  }

  clear(): void {
    this.#events = [];
  }
}
