import { BlockList, isIP } from "node:net";
import { outsideTransaction } from "#shared/kernel/mongo/mongo.js";
import { errors } from "#shared/kernel/request/errors.js";
import { clock, minutes } from "#shared/kernel/time/clock.js";
import { machineKeyHash } from "./changeMachineKey.js";
import { MachineKeyModel, type MachineKeyDoc } from "./machineKey.model.js";
import { mayMachineHave } from "./machineScopes.js";

export const isMachineKey = (token: string): boolean => token.startsWith("mk_");

interface Machine {
  id: number;
  permissions: readonly string[];
  perMinute: number;
}

/**
 * Whose key it is, read with each call: a revoked one is refused from that moment on. Undefined: unknown, revoked or
 * expired. 403 from an address that it may not be used from.
 */
export async function machineOf(key: string, ip: string): Promise<Machine | undefined> {
  const found = await MachineKeyModel.findOne({ hash: machineKeyHash(key), revokedAt: null }).lean<MachineKeyDoc>();
  if (!found || hasExpired(found)) return undefined;
  if (found.addresses.length > 0 && !isAmong(ip, found.addresses)) throw errors.Forbidden();
  await noteUse(found);
  return { id: found._id, permissions: permissionsOf(found), perMinute: found.perMinute };
}

/** What a key that began a long answer may still do. */
export async function machinePermissions(id: number): Promise<readonly string[]> {
  const found = await MachineKeyModel.findOne({ _id: id, revokedAt: null }).lean<MachineKeyDoc>();
  return found && !hasExpired(found) ? permissionsOf(found) : [];
}

const hasExpired = ({ expiresAt }: MachineKeyDoc): boolean => expiresAt !== null && expiresAt <= clock.now();
const permissionsOf = ({ scopes }: MachineKeyDoc): string[] => scopes.filter(mayMachineHave);

/** At most once a minute, as reads must stay reads. */
async function noteUse({ _id, lastUsedAt }: MachineKeyDoc): Promise<void> {
  const now = clock.now();
  if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < minutes(1)) return;
  await outsideTransaction(async () => MachineKeyModel.updateOne({ _id }, { $set: { lastUsedAt: now } }));
}

/** An address, or a network such as 10.0.0.0/8. */
export function isAddressOrNetwork(text: string): boolean {
  const [address = "", bits, more] = text.split("/");
  const version = isIP(address);
  if (version === 0 || more !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function isAmong(ip: string, addresses: readonly string[]): boolean {
  const list = new BlockList();
  const typeOf = (address: string): "ipv4" | "ipv6" => (isIP(address) === 6 ? "ipv6" : "ipv4");
  for (const text of addresses) {
    const [address = "", bits] = text.split("/");
    if (bits === undefined) list.addAddress(address, typeOf(address));
    else list.addSubnet(address, Number(bits), typeOf(address));
  }
  // An IPv4 caller may show as ::ffff:1.2.3.4.
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, "");
  return isIP(plain) !== 0 && list.check(plain, typeOf(plain));
}
