import { createHash, createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { LRUCache } from "lru-cache";

/** RSA keys of pay providers: parsed once each, and read in the forms in which the providers hand them out. */

const keys = new LRUCache<string, KeyObject>({ max: 200 });

function kept(kind: string, pem: string, parse: (pem: string) => KeyObject): KeyObject {
  const known = keys.get(kind + pem);
  if (known) return known;
  const key = parse(pem);
  keys.set(kind + pem, key);
  return key;
}
export const privateKeyOf = (pem: string): KeyObject => kept("private ", pem, createPrivateKey);
/** Of a public key or of a certificate. */
export const publicKeyOf = (pem: string): KeyObject => kept("public ", pem, createPublicKey);

const isPem = (text: string): boolean => text.includes("-----BEGIN");

/** PEM, base64 of a PEM, or the bare base64 that some consoles show; each as PEM candidates. */
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
  // createPublicKey takes a private key too: one that was entered in the wrong field must not be kept as public.
  const texts = candidates(text, ["PUBLIC KEY", "RSA PUBLIC KEY", "CERTIFICATE"]).filter(
    (pem) => !pem.includes("PRIVATE KEY"),
  );
  return readKey(texts, createPublicKey)?.pem;
}

/** SHA-256 of the public half, hex: tells people which key it is, and nobody more. */
export function keyFingerprint(pem: string): string {
  const spki = createPublicKey(pem).export({ type: "spki", format: "der" });
  return createHash("sha256").update(spki).digest("hex");
}

/**
 * The bytes of a signature in base64; undefined when they are written otherwise than every encoder writes them, so that
 * one signature has one text.
 */
export function signatureBytes(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : undefined;
}
