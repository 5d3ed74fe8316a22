/**
 * Whether a client may be sent to this address: it stands under one of the allowed ones by exact origin and by whole
 * segments of the path, without a user name (contract 3 and 6).
 */
export function isAllowedUrl(text: string, allowed: readonly string[]): boolean {
  const url = parsed(text);
  if (!url || url.username || url.password) return false;
  return allowed.some((entry) => {
    const base = parsed(entry);
    if (!base || base.protocol !== url.protocol || base.host !== url.host) return false;
    const prefix = base.pathname.replace(/\/+$/, "");
    return url.pathname === prefix || url.pathname.startsWith(`${prefix}/`);
  });
}

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
