/** The chat platform's accounts are our members, named by their number. */
export interface ChatPlatform {
  /** Are its keys set? Without them there is no chat, and nobody to be put out of it. */
  isConfigured(): boolean;
  /**
   * Ends every sign-in of an account to the chat: its devices get KICKED_OUT. An account that never was there is fine.
   * Throws ChatRefused, and OutboundFailed when no proper answer came.
   */
  kickOut(account: string): Promise<void>;
}

/** The platform said no, by number; `isPassing`: another try may do. */
export class ChatRefused extends Error {
  readonly errorCode: number;
  readonly isPassing: boolean;

  constructor(errorCode: number, reason: string, isPassing: boolean) {
    super(`im: ${errorCode} ${reason}`);
    this.errorCode = errorCode;
    this.isPassing = isPassing;
  }
}
