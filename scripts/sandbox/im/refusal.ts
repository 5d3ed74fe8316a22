/** What the chat platform answers when it says no. */
export class ImRefusal extends Error {
  readonly code: number;
  constructor(code: number, info: string) {
    super(info);
    this.code = code;
  }
}
