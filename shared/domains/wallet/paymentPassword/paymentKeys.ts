import { constants, createPrivateKey, generateKeyPair, privateDecrypt, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { clock, days } from "#shared/kernel/time/clock.js";
import { ignoreDuplicate } from "#shared/kernel/mongo/duplicates.js";
import { decryptSecret, encryptSecret } from "#shared/kernel/security/sealed.js";
import { PaymentKeyModel, type PaymentKeyDoc } from "./paymentKey.model.js";

const makePair = promisify(generateKeyPair);
/** After this a new pair is published; the one before it still decrypts. */
const SERVED_MS = days(90);
/** Cached by their encrypted text, as decrypting one is slow. */
const privateKeys = new Map<string, KeyObject>();

/** The public key with which clients encrypt a payment password: RSA-OAEP-SHA256 (rules: Wallet). */
export async function paymentPublicKey(): Promise<{ keyId: string; publicKey: string }> {
  const [newest] = await newestKeys();
  const served = newest && newest.createdAt > clock.after(-SERVED_MS) ? newest : await rotatePaymentKey(newest);
  return { keyId: `payment-${served._id}`, publicKey: served.publicKey };
}

/** Creates the next key pair; if another process was faster, its pair is used. */
export async function rotatePaymentKey(after?: Pick<PaymentKeyDoc, "_id">): Promise<PaymentKeyDoc> {
  const _id = (after?._id ?? 0) + 1;
  const pair = await makePair("rsa", {
    modulusLength: 2_048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const privateBox = encryptSecret(pair.privateKey);
  await PaymentKeyModel.create([{ _id, publicKey: pair.publicKey, privateBox }]).catch(ignoreDuplicate());
  const stored = await PaymentKeyModel.findById(_id).lean<PaymentKeyDoc>();
  if (!stored) throw new Error(`payment key ${_id} is gone`);
  return stored;
}

/** Decrypts a base64 ciphertext; undefined when neither the published key nor the one before it fits. */
export async function decryptPaymentPassword(ciphertext: string): Promise<string | undefined> {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(ciphertext)) return undefined;
  const box = Buffer.from(ciphertext, "base64");
  for (const key of await newestKeys()) {
    try {
      const opened = privateDecrypt(
        { key: privateKeyOf(key), padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" },
        box,
      );
      return opened.toString("utf8");
    } catch {
      // Encrypted with the other key, or with none of ours.
    }
  }
  return undefined;
}

async function newestKeys(): Promise<PaymentKeyDoc[]> {
  return PaymentKeyModel.find().sort({ _id: -1 }).limit(2).lean<PaymentKeyDoc[]>();
}

function privateKeyOf({ privateBox }: PaymentKeyDoc): KeyObject {
  let key = privateKeys.get(privateBox);
  if (!key) privateKeys.set(privateBox, (key = createPrivateKey(decryptSecret(privateBox))));
  return key;
}
