import { createHash, createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { LRUCache } from "lru-cache";

/** RSA keys of pay providers: parsed once each, and accepted in the formats in which the providers issue them. */

const keys = new LRUCache<string, KeyObject>({ max: 200 });

function cached(kind: string, pem: string, parse: (pem: string) => KeyObject): KeyObject {
  const known = keys.get(kind + pem);
  if (known) return known;
  const key = parse(pem);
  keys.set(kind + pem, key);
  return key;
}
export const privateKeyOf = (pem: string): KeyObject => cached("private ", pem, createPrivateKey);
/** The key of a public key's or a certificate's PEM. */
export const publicKeyOf = (pem: string): KeyObject => cached("public ", pem, createPublicKey);

const isPem = (text: string): boolean => text.includes("-----BEGIN");

/** The PEMs that a text may stand for: a PEM, base64 of a PEM, or the bare base64 that some consoles show. */
function candidates(text: string, headers: readonly string[]): string[] {
  const trimmed = text.trim();
  if (isPem(trimmed)) return [trimmed];
  const bare = trimmed.replace(/\s/g, "");
  const decoded = Buffer.from(bare, "base64").toString("utf8");
  if (isPem(decoded)) return [decoded];
  const lines = bare.match(/.{1,64}/g)?.join("\n") ?? "";
  return headers.map((name) => `-----BEGIN ${name}-----\n${lines}\n-----END ${name}-----\n`);
}

function readKey(texts: string[], parse: (pem: string) => KeyObject): { pem: string; key: KeyObject } | undefined {
  for (const pem of texts)
    try {
      const key = parse(pem);
      const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
      if (key.asymmetricKeyType === "rsa" && bits >= 2_048) return { pem, key };
    } catch {
      // not in this form
    }
  return undefined;
}

/** The PEM of an RSA private key of 2048 bits or more; undefined for anything else. */
export function readPrivateKey(text: string): string | undefined {
  return readKey(candidates(text, ["PRIVATE KEY", "RSA PRIVATE KEY"]), createPrivateKey)?.pem;
}

/** The PEM of an RSA public key, or of a certificate with one. */
export function readPublicKey(text: string): string | undefined {
  // createPublicKey takes a private key too: one entered in the wrong field must not be stored as public.
  const texts = candidates(text, ["PUBLIC KEY", "RSA PUBLIC KEY", "CERTIFICATE"]).filter(
    (pem) => !pem.includes("PRIVATE KEY"),
  );
  return readKey(texts, createPublicKey)?.pem;
}

/** SHA-256 of the public half, hex: identifies a key without revealing it. */
export function keyFingerprint(pem: string): string {
  const spki = createPublicKey(pem).export({ type: "spki", format: "der" });
  return createHash("sha256").update(spki).digest("hex");
}

/**
 * The bytes of a signature in base64; undefined for non-canonical base64, so that one signature has one text.
 */
export function signatureBytes(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : undefined;
}
