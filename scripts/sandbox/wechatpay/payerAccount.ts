import { constants, privateDecrypt } from "node:crypto";
import type { WechatpayKeys } from "../keyTypes.js";
import { parameterError } from "./refusal.js";
import type { RedirectBody } from "./requests.js";
import { privateKeyOf } from "./signature.js";

/** The number of a payer's bank account, which must have been encrypted with the platform's key, as the name too. */
export function openAccount(
  { platformPrivateKey }: Pick<WechatpayKeys, "platformPrivateKey">,
  { bank_account = "", real_name = "" }: RedirectBody,
): string {
  const key = { key: privateKeyOf(platformPrivateKey), padding: constants.RSA_PKCS1_OAEP_PADDING };
  const open = (field: string, box: string): string => {
    try {
      return privateDecrypt(key, Buffer.from(box, "base64")).toString("utf8");
    } catch {
      throw parameterError(`/${field}`, "does not open with the platform's key");
    }
  };
  open("real_name", real_name);
  return open("bank_account", bank_account);
}
