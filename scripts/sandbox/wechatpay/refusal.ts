/** Refusals in the form of the payment API v3: an HTTP status, a code, a message, sometimes a detail. */

interface RefusalDetail {
  field: string;
  value?: unknown;
  issue: string;
  location: string;
  sign_information?: { method: string; url: string; truncated_sign_message: string; sign_message_length: number };
}

export class WechatpayRefusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: RefusalDetail | undefined;

  constructor(status: number, code: string, message: string, detail?: RefusalDetail) {
    super(message);
    this.status = status;
    this.code = code;
    this.detail = detail;
  }

  toJSON(): { code: string; message: string; detail?: RefusalDetail } {
    return { code: this.code, message: this.message, ...(this.detail && { detail: this.detail }) };
  }
}

export const orderNotExist = (): WechatpayRefusal => new WechatpayRefusal(404, "ORDER_NOT_EXIST", "订单不存在");
export const orderPaid = (): WechatpayRefusal => new WechatpayRefusal(400, "ORDERPAID", "该订单已支付");
export const orderClosed = (): WechatpayRefusal => new WechatpayRefusal(400, "ORDER_CLOSED", "该订单已关闭");
export const invalidRequest = (message: string): WechatpayRefusal =>
  new WechatpayRefusal(400, "INVALID_REQUEST", message);

/** A text of another length, as the provider words it. */
export const measureError = (field: string, message: string, { count }: { count?: unknown }): WechatpayRefusal =>
  new WechatpayRefusal(400, "PARAM_ERROR", message, { field, value: count, issue: message, location: "body" });

export function parameterError(field: string, issue: string, value?: unknown): WechatpayRefusal {
  return new WechatpayRefusal(400, "PARAM_ERROR", "参数错误", { field, value, issue, location: "body" });
}
