import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { epochMs, IdQuery, Instant, Long, nameText, optional, pageInput, pageOf, Time } from "#api/http/fields.js";
import {
  createMachineKey,
  isAddressOrNetwork,
  mayMachineHave,
  operatorNames,
  pageMachineKeys,
  revokeMachineKey,
} from "#shared/domains/operator/index.js";
import { permissionsByModule } from "./permissionList.js";
import { Permissions } from "./role.schemas.js";

const PER_MINUTE = 600;

const MachineKeyCreateBody = z.object({
  name: nameText(60),
  /** Permissions, as roles have them. */
  scopes: Permissions.min(1),
  /** Calls per minute; default 600. */
  perMinute: optional(Long.pipe(z.number().min(1).max(100_000))),
  /** Addresses and networks that it may call from; default any. */
  addresses: optional(
    z.array(z.string().trim().refine(isAddressOrNetwork, "must be an IP address or a network like 10.0.0.0/8")).max(50),
  ),
  /** Missing: it does not expire. */
  expireTime: optional(Instant),
});
const MachineKeyMade = z.object({
  id: z.number(),
  /** mk_...; never shown again. */
  key: z.string(),
});
const MachineKeyView = z.object({
  id: z.number(),
  name: z.string(),
  /** The last characters of the key. */
  hint: z.string(),
  scopes: z.array(z.string()),
  perMinute: z.number(),
  addresses: z.array(z.string()),
  expireTime: Time.nullable(),
  revokeTime: Time.nullable(),
  /** To the minute; null: never. */
  lastUseTime: Time.nullable(),
  creatorName: z.string().nullable(),
  createTime: Time,
});

const machineKeyCreate = endpoint({
  method: "post",
  path: "/admin-api/infra/machine-key/create",
  access: operator("infra:machine-key:create"),
  summary: "Makes a key with which a machine calls the operators' API under these permissions; it is shown this once",
  input: { body: MachineKeyCreateBody },
  output: MachineKeyMade,
  handle: ({ actor, body }) =>
    createMachineKey(actor, {
      name: body.name,
      scopes: [...new Set(body.scopes)],
      perMinute: body.perMinute ?? PER_MINUTE,
      addresses: body.addresses ?? [],
      expiresAt: body.expireTime === undefined ? null : new Date(body.expireTime),
    }),
});

const machineKeyRevoke = endpoint({
  method: "put",
  path: "/admin-api/infra/machine-key/revoke",
  access: operator("infra:machine-key:revoke"),
  summary: "Ends a key at once, for good",
  input: { body: IdQuery },
  output: z.boolean(),
  handle: ({ body }) => revokeMachineKey(body.id),
});

const machineKeyPage = endpoint({
  method: "get",
  path: "/admin-api/infra/machine-key/page",
  access: operator("infra:machine-key:query"),
  summary: "Lists the keys of machines, newest first, revoked ones too",
  input: { query: pageInput({}) },
  output: pageOf(MachineKeyView),
  handle: async ({ query }) => {
    const page = await pageMachineKeys(query);
    return { ...page, names: await operatorNames(page.list.map(({ createdBy }) => createdBy)) };
  },
  view: ({ list, total, names }) => ({
    list: list.map((row) => ({
      id: row._id,
      name: row.name,
      hint: row.hint,
      scopes: row.scopes,
      perMinute: row.perMinute,
      addresses: row.addresses,
      expireTime: epochMs(row.expiresAt),
      revokeTime: epochMs(row.revokedAt),
      lastUseTime: epochMs(row.lastUsedAt),
      creatorName: names.get(row.createdBy) ?? null,
      createTime: row.createdAt.getTime(),
    })),
    total,
  }),
});

const machineKeyScopes = endpoint({
  method: "get",
  path: "/admin-api/infra/machine-key/list-scopes",
  access: operator("infra:machine-key:query"),
  summary: "Lists the permissions that a key may have",
  output: z.array(z.string()),
  handle: () =>
    permissionsByModule()
      .flatMap(({ permissions }) => permissions.map(({ permission }) => permission))
      .filter(mayMachineHave),
});

export const machineKeyEndpoints = [machineKeyCreate, machineKeyRevoke, machineKeyPage, machineKeyScopes];
