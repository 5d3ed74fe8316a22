import { z } from "zod";
import {
  EVERYONES_PERMISSIONS,
  findEnabledRoles,
  findOperator,
  lacksSecondFactor,
  OWN_SIGN_IN,
  refreshOperator,
  signInOperator,
  signOutOperator,
} from "#shared/domains/operator/index.js";
import { providersOff } from "#shared/kernel/config/providers.js";
import { errors } from "#shared/kernel/request/errors.js";
import { Id } from "#shared/kernel/request/schemas.js";
import { endpoint, open, operator } from "#api/http/endpoint.js";
import { optional, Time } from "#api/http/fields.js";
import { clearOperatorCookie, setOperatorCookie } from "#api/http/security/operatorCookie.js";
import { isSameOrigin } from "#api/http/security/sameOrigin.js";
import { caller } from "#api/http/requestContext.js";
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

const BrowserSignIn = z.object({ userId: Id, expiresTime: Time });

const browserLogin = endpoint({
  method: "post",
  path: "/admin-api/system/auth/browser-login",
  access: open(),
  summary: "Signs an operator in on the shop's own pages, with a cookie that scripts cannot read",
  limit: "signIn",
  input: { body: LoginBody },
  output: BrowserSignIn,
  handle: async ({ body, ctx }) => {
    // Prevents another site's form from signing its reader in to another account.
    if (!isSameOrigin(ctx)) throw errors.Forbidden();
    const pair = await signInOperator(body, caller());
    return { userId: pair.ownerId, expiresTime: setOperatorCookie(ctx, pair).getTime() };
  },
});

const refreshToken = endpoint({
  method: "post",
  path: "/admin-api/system/auth/refresh-token",
  access: open(),
  summary: "Issues a new token pair; the given refresh token is no longer valid",
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
  summary: "Ends the session of the token or the cookie",
  output: z.boolean(),
  handle: async ({ actor, ctx }) => {
    await signOutOperator(actor);
    clearOperatorCookie(ctx);
    return true;
  },
});

const PermissionInfo = z.object({
  user: z.object({ id: Id, username: z.string(), nickname: z.string() }),
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  /** Providers that this shop does without, as named in infra/config: what needs them is not shown. */
  providersOff: z.array(z.string()),
  /** Until they choose their own password, every other call is 403 with code 1002000011. */
  mustChangePassword: z.boolean(),
  /** The same with code 1002000012, until they set up a second factor. */
  mustSetUpSecondFactor: z.boolean(),
});

const getPermissionInfo = endpoint({
  method: "get",
  path: "/admin-api/system/auth/get-permission-info",
  access: operator(OWN_SIGN_IN),
  summary: "Returns the signed-in operator with roles and permissions",
  output: PermissionInfo,
  handle: async ({ actor }) => {
    const found = await findOperator(actor.operatorId);
    if (!found) throw errors.NotSignedIn();
    return { found, roles: await findEnabledRoles(found.roleIds), permissions: actor.permissions };
  },
  view: ({ found, roles, permissions }) => ({
    user: { id: found._id, username: found.username, nickname: found.nickname },
    roles: roles.map((role) => role.code),
    permissions: permissions.filter((permission) => !EVERYONES_PERMISSIONS.includes(permission)),
    providersOff: providersOff(),
    mustChangePassword: found.passwordDue,
    mustSetUpSecondFactor: lacksSecondFactor(found),
  }),
});

export const operatorAuthEndpoints = [login, browserLogin, refreshToken, logout, getPermissionInfo];
