import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from "node:crypto";
import { recordOperation } from "#shared/domains/audit/index.js";
import { inTransaction, isDuplicateKey, LostRace, outsideTransaction } from "#shared/kernel/mongo/mongo.js";
import { decryptSecret, encryptSecret } from "#shared/kernel/security/sealed.js";
import { LicenseKeyModel, type LicenseKeyDoc } from "./licenseKey.model.js";

const FIRST_KEY_ID = 1;

/** Cached without expiry, as public keys never change. */
const publicKeys = new Map<number, KeyObject>();

/** Signs with the newest key; creates the first one if there is none yet. */
export async function signText(text: string): Promise<{ keyId: number; signature: string }> {
  const key = (await newestKey()) ?? (await firstKey());
  const secret = createPrivateKey({ key: Buffer.from(decryptSecret(key.box), "base64"), format: "der", type: "pkcs8" });
  return { keyId: key._id, signature: sign(null, Buffer.from(text, "utf8"), secret).toString("base64") };
}

/** Is this the signature of that key over the text? False for a key that is not ours. */
export async function isSignatureOf(text: string, { keyId, signature }: SignedBy): Promise<boolean> {
  const key = await publicKey(keyId);
  return key !== undefined && verify(null, Buffer.from(text, "utf8"), key, Buffer.from(signature, "base64"));
}
interface SignedBy {
  keyId: number;
  signature: string;
}

/** Creates the key that signs from now on; older signatures still verify. Returns its id and public key (SPKI PEM). */
export async function rotateLicenseKey(): Promise<{ keyId: number; publicKey: string }> {
  return inTransaction(async () => {
    const keyId = ((await newestKey())?._id ?? 0) + 1;
    const made = await makeKey(keyId);
    await recordOperation({ module: "website", action: "license.rotate-key", bizId: keyId, after: { keyId } });
    return { keyId, publicKey: pemOf(made.publicKey) };
  });
}

/** The public keys, for verifying licenses without us: id and SPKI PEM, oldest first. */
export async function licensePublicKeys(): Promise<{ keyId: number; publicKey: string }[]> {
  const keys = await LicenseKeyModel.find({}, { publicKey: 1 })
    .sort({ _id: 1 })
    .lean<Pick<LicenseKeyDoc, "_id" | "publicKey">[]>();
  return keys.map((key) => ({ keyId: key._id, publicKey: pemOf(key.publicKey) }));
}

async function newestKey(): Promise<LicenseKeyDoc | null> {
  return LicenseKeyModel.findOne().sort({ _id: -1 }).lean<LicenseKeyDoc>();
}

/** Outside the license's own transaction: of two at once one creates the key, and the other sees it. */
async function firstKey(): Promise<LicenseKeyDoc> {
  return outsideTransaction(async () => {
    try {
      return await makeKey(FIRST_KEY_ID);
    } catch (error) {
      if (!(error instanceof LostRace)) throw error;
      return LicenseKeyModel.findById(FIRST_KEY_ID).orFail().lean<LicenseKeyDoc>();
    }
  });
}

/** The unique id is the guard: of two that create the same one, one loses the race. */
async function makeKey(_id: number): Promise<LicenseKeyDoc> {
  const pair = generateKeyPairSync("ed25519");
  const publicKey = pair.publicKey.export({ format: "der", type: "spki" }).toString("base64");
  const box = encryptSecret(pair.privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"));
  try {
    const [made] = await LicenseKeyModel.create([{ _id, publicKey, box }]);
    return made!.toObject<LicenseKeyDoc>();
  } catch (error) {
    throw isDuplicateKey(error) ? new LostRace(`license key ${_id}`) : error;
  }
}

async function publicKey(keyId: number): Promise<KeyObject | undefined> {
  const cached = publicKeys.get(keyId);
  if (cached) return cached;
  const row = await LicenseKeyModel.findById(keyId, { publicKey: 1 }).lean<Pick<LicenseKeyDoc, "_id" | "publicKey">>();
  if (!row) return undefined;
  const key = createPublicKey({ key: Buffer.from(row.publicKey, "base64"), format: "der", type: "spki" });
  publicKeys.set(keyId, key);
  return key;
}

const pemOf = (spki: string): string =>
  createPublicKey({ key: Buffer.from(spki, "base64"), format: "der", type: "spki" })
    .export({ format: "pem", type: "spki" })
    .toString();
