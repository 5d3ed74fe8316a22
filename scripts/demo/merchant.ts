import { createHmac } from "node:crypto";
import { PayAppId } from "#shared/domains/pay/channel/payChannel.codes.js";
import type { OperatorClient, SandboxClient } from "./shopClient.js";

/** A request to the merchant's notifyUrl, as its server received it. */
export interface Delivery {
  headers: Record<string, string>;
  body: string;
  /** The status of its response. */
  status: number;
}
interface Message {
  type: string;
  data?: { orderId?: number; payOrderId?: number; refundPrice?: number };
}

/** Newest first. */
export const deliveriesOf = (sandbox: SandboxClient, receiver = "mall"): Promise<Delivery[]> =>
  sandbox.get<Delivery[]>(`/sandbox/merchant/${receiver}/deliveries`);

export const messageOf = ({ body }: Delivery): Message => JSON.parse(body) as Message;

/** Sets the status of the merchant server's responses; 200 is success. */
export const merchantAnswers = (sandbox: SandboxClient, status: number): Promise<unknown> =>
  sandbox.put("/sandbox/merchant/mall/behaviour", { status });

/** The secret that signs the mall's notifications, which its operator gives to the merchant. */
export const mallSecret = async (operator: OperatorClient): Promise<string> =>
  (await operator.get<{ secret: string }>(`/admin-api/pay/app/get?id=${PayAppId.mall}`)).secret;

/** Standard Webhooks: HMAC-SHA256 of id, timestamp and the raw body. */
export function isSignedBy(secret: string, { headers, body }: Delivery): boolean {
  const signed = `${headers["webhook-id"] ?? ""}.${headers["webhook-timestamp"] ?? ""}.${body}`;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const wanted = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
  return (headers["webhook-signature"] ?? "").split(" ").includes(wanted);
}
