/** URLs that all programs parse alike: explicit scheme and slashes, no character that one drops and another converts. */
// oxlint-disable-next-line no-control-regex
const unambiguous = /^https?:\/\/[^/\\\s\u0000-\u0020\u007f][^\\\s\u0000-\u0020\u007f]*$/i;

/** The parsed form of a web address, which is passed on; undefined for a text that browsers may parse otherwise. */
export function webAddress(text: string): string | undefined {
  return unambiguous.test(text) ? parsed(text)?.href : undefined;
}

/**
 * The parsed form of an address to which a client may be sent: below one of the allowed addresses by exact origin and by
 * whole segments of the path, without a user name (rules: Sign-in). Undefined for any other.
 */
export function allowedUrl(text: string, allowed: readonly string[]): string | undefined {
  const url = parsed(webAddress(text) ?? "");
  if (!url || url.username || url.password) return undefined;
  const isBelow = allowed.some((entry) => {
    const base = parsed(entry);
    if (!base || base.protocol !== url.protocol || base.host !== url.host) return false;
    const prefix = base.pathname.replace(/(?<!\/)\/+$/, "");
    return url.pathname === prefix || url.pathname.startsWith(`${prefix}/`);
  });
  return isBelow ? url.href : undefined;
}

export const isAllowedUrl = (text: string, allowed: readonly string[]): boolean =>
  allowedUrl(text, allowed) !== undefined;

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
