/** A captcha that people solve in a client, whose answer the provider checks once. */
export interface CaptchaProvider {
  /**
   * Whether the provider gave this answer to somebody who solved its captcha for `action`, and nobody has used it. Throws
   * OutboundFailed when the provider does not answer.
   */
  isSolved(answer: { token: string; action: string; ip: string }): Promise<boolean>;
}
