import { domainToASCII, domainToUnicode } from "node:url";

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

interface LicenseDomain {
  /** Punycode, in lower case, for comparisons. */
  key: string;
  /** In Unicode; the same text however the domain was written. */
  name: string;
}

/**
 * Normalizes a domain that licenses are bound to: case and a trailing dot are ignored; port, path and wildcards are
 * invalid. Undefined if it is no domain.
 */
export function licenseDomain(text: string): LicenseDomain | undefined {
  const bare = text.trim().normalize("NFC").replace(/\.$/, "");
  // The other parts of a URL would silently be cut off.
  if (bare === "" || bare.length > 253 || /[\s/:?#@\\%*[\]]/.test(bare)) return undefined;
  const key = domainToASCII(bare);
  if (key === "" || key.length > 253 || !key.split(".").every((part) => label.test(part))) return undefined;
  return { key, name: domainToUnicode(key).normalize("NFC") };
}
