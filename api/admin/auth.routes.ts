import { z } from "zod";
import {
  findEnabledRoles,
  findOperator,
  OWN_PROFILE,
  OWN_SIGN_IN,
  refreshOperator,
  signInOperator,
  signOutOperator,
} from "#shared/domains/admin/index.js";
import { errors } from "#shared/platform/errors.js";
import { Id } from "#shared/platform/schemas.js";
import { endpoint, open, operator } from "#api/http/endpoint.js";
import { optional } from "#api/http/fields.js";
import { caller } from "#api/member/caller.js";
import { refreshGiven, refreshInput } from "#api/member/refreshToken.js";
import { TokenResult, tokenResult } from "#api/member/token.views.js";
import { SecondFactorCode } from "./operator.schemas.js";

export const LoginBody = z.object({
  username: z.string().trim().min(1).max(30),
  password: z.string().min(1).max(64),
  totp: optional(SecondFactorCode),
});

const login = endpoint({
  method: "post",
  path: "/admin-api/system/auth/login",
  access: open(),
  summary: "Signs an operator in",
  limit: "signIn",
  input: { body: LoginBody },
  output: TokenResult,
  handle: ({ body }) => signInOperator(body, caller()),
  view: tokenResult,
});

const refreshToken = endpoint({
  method: "post",
  path: "/admin-api/system/auth/refresh-token",
  access: open(),
  summary: "A new token pair; the refresh token is dead from then on",
  input: refreshInput,
  output: TokenResult,
  handle: (input) => {
    const { token, key } = refreshGiven(input);
    return refreshOperator(token, key);
  },
  view: tokenResult,
});

const logout = endpoint({
  method: "post",
  path: "/admin-api/system/auth/logout",
  access: operator(OWN_SIGN_IN),
  summary: "Ends the session of the token",
  output: z.boolean(),
  handle: async ({ actor }) => {
    await signOutOperator(actor);
    return true;
  },
});

const PermissionInfo = z.object({
  user: z.object({ id: Id, username: z.string(), nickname: z.string() }),
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  /** Until they choose a password of their own, every other call is 403 with code 1002000011. */
  mustChangePassword: z.boolean(),
});
const everyones = [OWN_SIGN_IN, OWN_PROFILE];

const getPermissionInfo = endpoint({
  method: "get",
  path: "/admin-api/system/auth/get-permission-info",
  access: operator(OWN_SIGN_IN),
  summary: "Who is signed in, and what they may do",
  output: PermissionInfo,
  handle: async ({ actor }) => {
    const found = await findOperator(actor.operatorId);
    if (!found) throw errors.NotSignedIn();
    return { found, roles: await findEnabledRoles(found.roleIds), permissions: actor.permissions };
  },
  view: ({ found, roles, permissions }) => ({
    user: { id: found._id, username: found.username, nickname: found.nickname },
    roles: roles.map((role) => role.code),
    permissions: permissions.filter((permission) => !everyones.includes(permission)),
    mustChangePassword: found.passwordDue,
  }),
});

export const operatorAuthEndpoints = [login, refreshToken, logout, getPermissionInfo];
