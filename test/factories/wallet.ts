import { constants, publicEncrypt } from "node:crypto";
import { WalletTransactionModel } from "#shared/domains/wallet/walletTransaction.model.js";
import { adjustBalance, walletOf, type WalletDoc } from "#shared/domains/wallet/index.js";
import type { Client } from "#test/support/client.js";
import { buildMember, type BuiltMember } from "./member.js";

/** A signed-in member (a new one unless one is given) with this much in the wallet. */
export async function buildWallet(
  balanceFen: number,
  owner?: BuiltMember,
): Promise<BuiltMember & { wallet: WalletDoc }> {
  const built = owner ?? (await buildMember());
  const memberId = built.member._id;
  if (balanceFen > 0) await adjustBalance({ memberId, changeFen: balanceFen, reason: "for a test" });
  return { ...built, wallet: await walletOf(memberId) };
}

/** Sum of a member's ledger rows: must be balance + frozen at every moment. */
export async function ledgerSum(memberId: number): Promise<number> {
  const rows = await WalletTransactionModel.find({ memberId }).lean();
  return rows.reduce((sum, row) => sum + row.priceFen, 0);
}

/** A payment password as a client sends it, under the key that is served now. */
export async function encrypted(client: Client, password: string): Promise<string> {
  const { data } = await client.get("/app-api/pay/wallet/getPaymentPwdPublicKey");
  return encryptUnder(data.publicKey, password);
}

export function encryptUnder(publicKey: string, password: string): string {
  const padding = { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" };
  return publicEncrypt(padding, Buffer.from(password)).toString("base64");
}

/** Sets the payment password of a member who has none. */
export async function setPaymentPassword(client: Client, password = "135790"): Promise<void> {
  const newPassword = await encrypted(client, password);
  const { data, msg } = await client.post("/app-api/pay/wallet/updatePaymentPwd", { oldPassword: "", newPassword });
  if (data !== true) throw new Error(`payment password not set: ${msg}`);
}
