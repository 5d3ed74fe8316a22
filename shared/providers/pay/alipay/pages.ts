import type { AlipayMerchant } from "./merchant.js";
import type { Parameters } from "./signature.js";

/** What the payer's client opens: a link, a form that submits itself, or the text that an app passes to the SDK. */

const encoded = (parameters: Parameters): string =>
  Object.keys(parameters)
    .sort()
    .map((name) => `${name}=${encodeURIComponent(parameters[name]!)}`)
    .join("&");

type Gateway = Pick<AlipayMerchant, "gatewayUrl">;

export const payLink = ({ gatewayUrl }: Gateway, parameters: Parameters): string =>
  `${gatewayUrl}?${encoded(parameters)}`;
export const orderString = encoded;

/** The public parameters are in the address, the content in the form, as in the provider's own SDKs. */
export function payForm({ gatewayUrl }: Gateway, parameters: Parameters): string {
  const { biz_content = "", ...inAddress } = parameters;
  const action = `${gatewayUrl}?${encoded(inAddress)}`;
  return [
    `<form action="${escaped(action)}" method="post" name="payplatSubmit" id="payplatSubmit">`,
    `<input type="hidden" name="biz_content" value="${escaped(biz_content)}" />`,
    "</form>",
    '<script>document.forms["payplatSubmit"].submit();</script>',
  ].join("");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!);
