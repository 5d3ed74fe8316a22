import { z } from "zod";
import { DateRange, LongId, longOf, nameText, optional, pageInput, pageOf, text, Time } from "#api/http/fields.js";
import { Id } from "#shared/kernel/request/schemas.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { isKnownPermission } from "./permissionList.js";

export const Status = longOf(Object.values(EnabledStatus));

/** 400 names the first that no endpoint requires: a misspelt one would silently grant nothing. */
export const Permissions = z
  .array(z.string().max(100))
  .max(1_000)
  .superRefine((permissions, context) => {
    for (const permission of permissions)
      if (!isKnownPermission(permission))
        context.addIssue({ code: "custom", message: `"${permission}" is not a permission of this service` });
  });

const Code = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[\w:.-]+$/, "must be letters, digits and _ : . - alone");
const fields = {
  name: nameText(30),
  code: Code,
  permissions: Permissions,
  status: optional(Status),
  /** Missing leaves it unchanged, "" clears it. */
  remark: z.preprocess((value) => value ?? undefined, text(500).optional()),
};

export const RoleCreateBody = z.object(fields);
/** The result of get, or only the changes. */
export const RoleUpdateBody = z.object({
  id: LongId,
  ...fields,
  name: optional(fields.name),
  code: optional(fields.code),
  permissions: z.preprocess((value) => value ?? undefined, Permissions.optional()),
});
export const StatusBody = z.object({ id: LongId, status: Status });
export const RolePageQuery = pageInput({
  name: optional(text(30)),
  code: optional(text(100)),
  status: optional(Status),
  createTime: DateRange,
});

export const RoleView = z.object({
  id: Id,
  name: z.string(),
  code: z.string(),
  permissions: z.array(z.string()),
  status: z.number().int(),
  remark: z.string(),
  /** The role that cannot be changed. */
  builtIn: z.boolean(),
  createTime: Time,
});
export const RolePage = pageOf(RoleView);

export const RolePermissionsBody = z.object({ roleId: LongId, permissions: Permissions });
export const UserRolesBody = z.object({ userId: LongId, roleIds: z.array(LongId).max(100) });
export const PermissionModules = z.array(
  z.object({
    module: z.string(),
    permissions: z.array(
      z.object({
        permission: z.string(),
        endpoints: z.array(z.object({ method: z.string(), path: z.string(), summary: z.string() })),
      }),
    ),
  }),
);
