import type { Endpoint } from "#api/http/endpoint.js";
import { EVERY_PERMISSION, EVERYONES_PERMISSIONS } from "#shared/domains/operator/index.js";

/** An endpoint that a permission grants. */
interface OpenedEndpoint {
  method: string;
  path: string;
  summary: string;
}

/** Pages that need a permission and are not endpoints. */
const besides: [string, OpenedEndpoint][] = [
  ["infra:metrics:read", { method: "GET", path: "/metrics", summary: "Returns metrics of the running processes" }],
  ["infra:queue:read", { method: "GET", path: "/queues", summary: "Shows the queue pages" }],
  ["infra:queue:operate", { method: "POST", path: "/queues", summary: "Acts on jobs in the queue pages" }],
];

const byPermission = new Map<string, OpenedEndpoint[]>();

/** Called once by api/routes.ts, which imports this file's users: an import of it would make a cycle. */
export function listPermissions(endpoints: readonly Endpoint[]): void {
  byPermission.clear();
  for (const { access, method, path, summary = "" } of endpoints)
    if (access.kind === "operator") add(access.permission, { method: method.toUpperCase(), path, summary });
  for (const [permission, opened] of besides) add(permission, opened);
}

function add(permission: string, opened: OpenedEndpoint): void {
  byPermission.set(permission, [...(byPermission.get(permission) ?? []), opened]);
}

/** Whether a role may have it: one that some endpoint requires, or the one for all. */
export const isKnownPermission = (permission: string): boolean =>
  permission === EVERY_PERMISSION || byPermission.has(permission);

/** Every permission that can be granted, by module; those that everyone has are omitted. */
export function permissionsByModule(): {
  module: string;
  permissions: { permission: string; endpoints: OpenedEndpoint[] }[];
}[] {
  const choices = [...byPermission.keys()].filter((name) => !EVERYONES_PERMISSIONS.includes(name)).sort();
  const modules = [...new Set(choices.map(moduleOf))];
  return modules.map((module) => ({
    module,
    permissions: choices
      .filter((permission) => moduleOf(permission) === module)
      .map((permission) => ({ permission, endpoints: byPermission.get(permission) ?? [] })),
  }));
}

const moduleOf = (permission: string): string => permission.split(":")[0]!;
