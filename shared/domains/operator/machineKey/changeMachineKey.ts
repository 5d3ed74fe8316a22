import { randomBytes } from "node:crypto";
import { recordOperation } from "#shared/domains/audit/index.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { errors } from "#shared/kernel/request/errors.js";
import { keyedHash } from "#shared/kernel/security/sealed.js";
import { clock } from "#shared/kernel/time/clock.js";
import { EVERY_PERMISSION } from "../role/role.model.js";
import { machineKeyErrors } from "./machineKey.errors.js";
import { MachineKeyModel, type MachineKeyDoc } from "./machineKey.model.js";
import { mayMachineHave } from "./machineScopes.js";

type MachineKeyInput = Pick<MachineKeyDoc, "name" | "scopes" | "perMinute" | "addresses" | "expiresAt">;

const MOST_KEYS = 50;
const HINT = 4;
export const machineKeyHash = (key: string): string => keyedHash("machine key", key);

/**
 * Makes a key; it is answered here and never again. Throws TooManyMachineKeys, 400 for a scope that no key may have, and
 * for one that the operator who makes it has not.
 */
export async function createMachineKey(
  by: { operatorId: number; permissions: readonly string[] },
  input: MachineKeyInput,
): Promise<{ id: number; key: string }> {
  const refused = input.scopes.find((scope) => !mayMachineHave(scope));
  if (refused !== undefined) throw errors.BadInput({ field: "scopes", reason: `no key may have ${refused}` });
  const holds = (scope: string): boolean => by.permissions.includes(EVERY_PERMISSION) || by.permissions.includes(scope);
  const foreign = input.scopes.find((scope) => !holds(scope));
  if (foreign !== undefined) throw errors.BadInput({ field: "scopes", reason: `you do not have ${foreign}` });
  const key = `mk_${randomBytes(32).toString("base64url")}`;
  const _id = await nextId("operators");
  await inTransaction(async () => {
    if ((await MachineKeyModel.countDocuments({ revokedAt: null })) >= MOST_KEYS)
      throw machineKeyErrors.TooManyMachineKeys({ most: MOST_KEYS });
    const row = { _id, ...input, hash: machineKeyHash(key), hint: key.slice(-HINT), createdBy: by.operatorId };
    await MachineKeyModel.create([row]);
    await recordOperation({ module: "infra", action: "machine-key.create", bizId: _id, after: input });
  });
  return { id: _id, key };
}

/** Ends a key at once, for good; once more changes nothing. Throws MachineKeyNotFound. */
export async function revokeMachineKey(id: number): Promise<true> {
  return inTransaction(async () => {
    const found = await MachineKeyModel.findById(id).lean<MachineKeyDoc>();
    if (!found) throw machineKeyErrors.MachineKeyNotFound({ id });
    const { modifiedCount } = await MachineKeyModel.updateOne(
      { _id: id, revokedAt: null },
      { $set: { revokedAt: clock.now() } },
    );
    if (modifiedCount === 1)
      await recordOperation({ module: "infra", action: "machine-key.revoke", bizId: id, before: { name: found.name } });
    return true as const;
  });
}

/** Newest first, revoked ones too. */
export const pageMachineKeys = (page: Page): Promise<PageOf<MachineKeyDoc>> => pageOf(MachineKeyModel, {}, page);
