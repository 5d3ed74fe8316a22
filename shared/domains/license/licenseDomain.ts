import { domainToASCII, domainToUnicode } from "node:url";

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

interface LicenseDomain {
  /** Punycode, in lower case: what is compared. */
  key: string;
  /** As people read it; the same text whichever way it was written. */
  name: string;
}

/**
 * A domain as licenses are bound to it: without case, a closing dot does not count, no port, no path, no wildcard.
 * Undefined for what is no domain.
 */
export function licenseDomain(text: string): LicenseDomain | undefined {
  const bare = text.trim().normalize("NFC").replace(/\.$/, "");
  // What an address may hold beside its host would be cut off in silence.
  if (bare === "" || bare.length > 253 || /[\s/:?#@\\%*[\]]/.test(bare)) return undefined;
  const key = domainToASCII(bare);
  if (key === "" || key.length > 253 || !key.split(".").every((part) => label.test(part))) return undefined;
  return { key, name: domainToUnicode(key).normalize("NFC") };
}
