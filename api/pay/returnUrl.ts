import { config } from "#shared/platform/config.js";

/** May a payment return to this address? By exact origin and by whole segments of the path (contract 6). */
export function isAllowedReturn(text: string, allowed: readonly string[] = config.RETURN_URLS): boolean {
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
