/**
 * A self-signed X.509 certificate, DER-encoded by hand: node:crypto reads certificates but cannot create them, and a
 * fresh clone may have no openssl binary. It covers only what a provider's certificate needs (RFC 5280).
 */
import { createPublicKey, sign, type KeyObject } from "node:crypto";

const TAG = { boolean: 0x01, integer: 0x02, bitString: 0x03, octetString: 0x04, null: 0x05, oid: 0x06 } as const;
const UTF8_STRING = 0x0c;
const SEQUENCE = 0x30;
const SET = 0x31;
const UTC_TIME = 0x17;
const GENERALIZED_TIME = 0x18;
const explicit = (n: number): number => 0xa0 + n;

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  if (content.length < 0x80) return Buffer.concat([Buffer.from([tag, content.length]), content]);
  const hex = content.length.toString(16);
  const length = Buffer.from(hex.padStart(hex.length + (hex.length % 2), "0"), "hex");
  return Buffer.concat([Buffer.from([tag, 0x80 + length.length]), length, content]);
}

/** DER integers are signed: a leading bit of 1 needs a zero byte before it. */
function integer(hex: string): Buffer {
  const bytes = Buffer.from(hex, "hex");
  return der(TAG.integer, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
}

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const bytes = [first * 40 + second];
  for (const arc of rest) {
    const septets = [arc & 0x7f];
    for (let left = arc >>> 7; left > 0; left >>>= 7) septets.unshift((left & 0x7f) | 0x80);
    bytes.push(...septets);
  }
  return der(TAG.oid, Buffer.from(bytes));
}

/** Dates up to 2049 are UTCTime (two-digit year), later ones GeneralizedTime. */
function time(at: Date): Buffer {
  const digits = at.toISOString().replace(/[-:T]/g, "").slice(0, 14);
  return at.getUTCFullYear() < 2050
    ? der(UTC_TIME, Buffer.from(`${digits.slice(2)}Z`))
    : der(GENERALIZED_TIME, Buffer.from(`${digits}Z`));
}

function name(commonName: string, organization: string): Buffer {
  const attribute = (id: string, value: string): Buffer =>
    der(SET, der(SEQUENCE, oid(id), der(UTF8_STRING, Buffer.from(value))));
  return der(SEQUENCE, attribute("2.5.4.10", organization), attribute("2.5.4.3", commonName));
}

function extension(id: string, value: Buffer): Buffer {
  return der(SEQUENCE, oid(id), der(TAG.boolean, Buffer.from([0xff])), der(TAG.octetString, value));
}

const NOT_A_CA = extension("2.5.29.19", der(SEQUENCE));
/** digitalSignature + nonRepudiation, the two leading bits; six bits of the byte are unused. */
const MAY_SIGN = extension("2.5.29.15", der(TAG.bitString, Buffer.from([6, 0b11000000])));

/**
 * Makes a self-signed RSA certificate.
 * @param options.serial the serial number in hex; its first byte must be 01 to 7f, so that it is shown as given
 * @returns the certificate as PEM
 */
export function selfSignedCertificate(options: {
  privateKey: KeyObject;
  serial: string;
  commonName: string;
  organization: string;
  from: Date;
  until: Date;
}): string {
  const sha256WithRsa = der(SEQUENCE, oid("1.2.840.113549.1.1.11"), der(TAG.null));
  const holder = name(options.commonName, options.organization);
  const content = der(
    SEQUENCE,
    der(explicit(0), integer("02")),
    integer(options.serial),
    sha256WithRsa,
    holder,
    der(SEQUENCE, time(options.from), time(options.until)),
    holder,
    createPublicKey(options.privateKey).export({ type: "spki", format: "der" }),
    der(explicit(3), der(SEQUENCE, NOT_A_CA, MAY_SIGN)),
  );
  const signature = sign("sha256", content, options.privateKey);
  const certificate = der(
    SEQUENCE,
    content,
    sha256WithRsa,
    der(TAG.bitString, Buffer.concat([Buffer.from([0]), signature])),
  );
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}
