import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { given, IdQuery } from "#api/http/fields.js";
import {
  changeOperator,
  changeRole,
  createRole,
  deleteRole,
  getRole,
  isBuiltIn,
  listRoles,
  pageRoles,
  type RoleDoc,
} from "#shared/domains/operator/index.js";
import { permissionsByModule } from "./permissionList.js";
import {
  PermissionModules,
  RoleCreateBody,
  RolePage,
  RolePageQuery,
  RolePermissionsBody,
  RoleUpdateBody,
  RoleView,
  StatusBody,
  UserRolesBody,
} from "./role.schemas.js";

const at = (verb: string) => `/admin-api/system/role/${verb}`;

const roleView = (role: RoleDoc): z.input<typeof RoleView> => ({
  id: role._id,
  name: role.name,
  code: role.code,
  permissions: role.permissions,
  status: role.status,
  remark: role.remark,
  builtIn: isBuiltIn(role),
  createTime: role.createdAt.getTime(),
});

const create = endpoint({
  method: "post",
  path: at("create"),
  access: operator("system:role:create"),
  summary: "Creates a role, which can be assigned immediately, and returns its id",
  input: { body: RoleCreateBody },
  output: z.number().int(),
  idempotent: "transaction",
  handle: ({ actor, body }) => createRole(actor, given(body)),
});

const update = endpoint({
  method: "put",
  path: at("update"),
  access: operator("system:role:update"),
  summary: "Updates a role; its permissions apply immediately to everyone who has it",
  input: { body: RoleUpdateBody },
  output: z.boolean(),
  handle: ({ actor, body: { id, ...changes } }) => changeRole(actor, id, given(changes)),
});

const updateStatus = endpoint({
  method: "put",
  path: at("update-status"),
  access: operator("system:role:update"),
  summary: "Enables (0) or disables (1) a role; a disabled one grants nothing",
  input: { body: StatusBody },
  output: z.boolean(),
  handle: ({ actor, body: { id, status } }) => changeRole(actor, id, { status }, "role.update-status"),
});

const remove = endpoint({
  method: "delete",
  path: at("delete"),
  access: operator("system:role:delete"),
  summary: "Deletes a role that no operator has",
  input: { query: IdQuery },
  output: z.boolean(),
  handle: ({ actor, query }) => deleteRole(actor, query.id),
});

const get = endpoint({
  method: "get",
  path: at("get"),
  access: operator("system:role:query"),
  summary: "Returns a role",
  input: { query: IdQuery },
  output: RoleView,
  handle: ({ query }) => getRole(query.id),
  view: roleView,
});

const page = endpoint({
  method: "get",
  path: at("page"),
  access: operator("system:role:query"),
  summary: "Lists roles, newest first; name and code match by prefix",
  input: { query: RolePageQuery },
  output: RolePage,
  handle: ({ query: { createTime, ...filter } }) => pageRoles({ ...filter, between: createTime }, filter),
  view: ({ list: roles, total }) => ({ list: roles.map(roleView), total }),
});

const list = endpoint({
  method: "get",
  path: at("list"),
  access: operator("system:role:query"),
  summary: "Lists enabled roles, for selection",
  output: z.array(RoleView),
  handle: () => listRoles(),
  view: (roles) => roles.map(roleView),
});

const permissionList = endpoint({
  method: "get",
  path: "/admin-api/system/permission/list",
  access: operator("system:permission:query"),
  summary: "Lists every permission that a role may hold, by module, with the endpoints it grants",
  output: PermissionModules,
  handle: () => permissionsByModule(),
});

const assignRolePermissions = endpoint({
  method: "post",
  path: "/admin-api/system/permission/assign-role-permissions",
  access: operator("system:permission:assign-role-permissions"),
  summary: "Sets the permissions of a role; they apply immediately",
  input: { body: RolePermissionsBody },
  output: z.boolean(),
  handle: ({ actor, body: { roleId, permissions } }) =>
    changeRole(actor, roleId, { permissions }, "role.assign-permissions"),
});

const assignUserRole = endpoint({
  method: "post",
  path: "/admin-api/system/permission/assign-user-role",
  access: operator("system:permission:assign-user-role"),
  summary: "Sets the roles of an operator; they apply immediately",
  input: { body: UserRolesBody },
  output: z.boolean(),
  handle: ({ actor, body: { userId, roleIds } }) => changeOperator(actor, userId, { roleIds }, "user.assign-roles"),
});

export const roleEndpoints = [
  create,
  update,
  updateStatus,
  remove,
  get,
  page,
  list,
  permissionList,
  assignRolePermissions,
  assignUserRole,
];
