import { EVERY_PERMISSION } from "../role/role.model.js";

/** What no key may do: keep operators, roles and keys, and read secrets. */
const NEVER = ["system:", "infra:machine-key:", "infra:webhook:secret", "infra:config:", "pay:app:query"];

/** Whether a key may have the permission. */
export const mayMachineHave = (permission: string): boolean =>
  permission !== EVERY_PERMISSION && !NEVER.some((begin) => permission.startsWith(begin));
