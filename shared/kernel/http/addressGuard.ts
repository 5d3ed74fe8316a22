import { lookup as dnsLookup, type LookupAddress, type LookupAllOptions } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** An address that the service must not call: unlike a network failure it is final. */
export class AddressRefused extends Error {
  readonly host: string;
  constructor(host: string, reason: string) {
    super(`the address ${host} is refused: ${reason}`);
    this.host = host;
  }
}

/**
 * Only plain unicast addresses of the public internet; a mapped IPv4 is judged as the IPv4 it is. Of IPv6 only the assigned
 * range, 2000::/3: old forms of IPv4 addresses (::127.0.0.1) are outside of it, too.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === "unicast" && (parsed instanceof ipaddr.IPv4 || parsed.match(assignedRange));
}
const assignedRange = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Throws unless a stranger may make us call the URL: https, or a host of `allowHosts` (which may also be private). A
 * literal address is checked here; a name is checked when it is resolved, by `guardedLookup`.
 */
export function checkGuardedUrl(text: string, allowHosts: readonly string[]): URL {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new AddressRefused(text.slice(0, 100), "not a URL");
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (url.username || url.password) throw new AddressRefused(host, "credentials in the address");
  if (isAllowed(url, allowHosts)) return url;
  if (url.protocol !== "https:") throw new AddressRefused(host, "not https");
  if (ipaddr.isValid(host) && !isPublicAddress(host)) throw new AddressRefused(host, "not a public address");
  return url;
}

/** Whether the host is in the list, as `name` or `name:port`, and so may be called without further checks. */
export function isAllowed(url: URL, allowHosts: readonly string[]): boolean {
  return (
    ["http:", "https:"].includes(url.protocol) && (allowHosts.includes(url.hostname) || allowHosts.includes(url.host))
  );
}

/** Resolves a name to all its addresses, as dns.lookup does. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** A lookup for net.connect that returns public addresses only, so that the checked address is the one connected to. */
export function lookupGuardedBy(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, "", 0);
      const refused = addresses.find(({ address }) => !isPublicAddress(address));
      if (refused || addresses.length === 0)
        return callback(new AddressRefused(hostname, `resolves to ${refused?.address ?? "nothing"}`), "", 0);
      if (options.all) return callback(null, addresses);
      const first = addresses[0]!;
      callback(null, first.address, first.family);
    });
  };
}
export const guardedLookup: LookupFunction = lookupGuardedBy(dnsLookup);
