/** The gateway's refusals: HTTP 200, with a gateway code and a sub_code that names the reason. */

const MESSAGES = {
  "20000": "Service Currently Unavailable",
  "40001": "Missing Required Arguments",
  "40002": "Invalid Arguments",
  "40004": "Business Failed",
} as const;

export class AlipayRefusal extends Error {
  readonly code: keyof typeof MESSAGES;
  readonly subCode: string;

  constructor(code: keyof typeof MESSAGES, subCode: string, subMessage: string) {
    super(subMessage);
    this.code = code;
    this.subCode = subCode;
  }

  toJSON(): Record<string, string> {
    return { code: this.code, msg: MESSAGES[this.code], sub_code: this.subCode, sub_msg: this.message };
  }
}

export const missing = (subCode: string, message: string): AlipayRefusal =>
  new AlipayRefusal("40001", subCode, message);
export const invalid = (subCode: string, message: string): AlipayRefusal =>
  new AlipayRefusal("40002", subCode, message);
/** A refusal by the trade's state; the sub code without its prefix ACQ. */
export const refused = (subCode: string, message: string): AlipayRefusal =>
  new AlipayRefusal("40004", `ACQ.${subCode}`, message);

export const tradeNotExist = (): AlipayRefusal => refused("TRADE_NOT_EXIST", "交易不存在");
export const statusError = (): AlipayRefusal => refused("TRADE_STATUS_ERROR", "交易状态不合法");
export const systemError = (): AlipayRefusal => new AlipayRefusal("20000", "isp.unknow-error", "系统繁忙");
