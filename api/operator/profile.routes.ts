import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { caller } from "#api/http/requestContext.js";
import {
  beginTotp,
  changeOwnPassword,
  changeOwnProfile,
  confirmTotp,
  disableTotp,
  findEnabledRoles,
  getOperator,
  OWN_PROFILE,
  OWN_SECOND_FACTOR,
  OWN_SIGN_IN,
  renewRecoveryCodes,
} from "#shared/domains/operator/index.js";
import {
  OwnPasswordBody,
  ProfileUpdateBody,
  ProfileView,
  RecoveryCodes,
  SecondFactorProof,
  TotpBeginBody,
  TotpBegun,
  TotpConfirmBody,
} from "./operator.schemas.js";
import { profileView } from "./operator.views.js";

const at = (verb: string) => `/admin-api/system/user/profile/${verb}`;

const get = endpoint({
  method: "get",
  path: at("get"),
  access: operator(OWN_SIGN_IN),
  summary: "Returns the operator of the token",
  output: ProfileView,
  handle: async ({ actor }) => {
    const own = await getOperator(actor.operatorId);
    return { own, roles: await findEnabledRoles(own.roleIds) };
  },
  view: ({ own, roles }) => profileView(own, roles),
});

const update = endpoint({
  method: "put",
  path: at("update"),
  access: operator(OWN_PROFILE),
  summary: "Updates the operator's own name, mobile and e-mail",
  input: { body: ProfileUpdateBody },
  output: z.boolean(),
  handle: ({ actor, body }) => changeOwnProfile(actor.operatorId, body),
});

const updatePassword = endpoint({
  method: "put",
  path: at("update-password"),
  access: operator(OWN_SIGN_IN),
  summary: "Changes the operator's own password; ends their other sessions",
  input: { body: OwnPasswordBody },
  output: z.boolean(),
  handle: ({ actor, body }) => changeOwnPassword(actor, body, caller()),
});

const totpBegin = endpoint({
  method: "post",
  path: at("totp/begin"),
  access: operator(OWN_SECOND_FACTOR),
  summary:
    "Creates a secret for an authenticator app, as text, address and QR code; it is not required before it is confirmed",
  input: { body: TotpBeginBody },
  output: TotpBegun,
  handle: async ({ actor, body }) => {
    const begun = await beginTotp(actor.operatorId, body.password, caller());
    const { toDataURL } = await import("qrcode");
    return { ...begun, qrDataUrl: await toDataURL(begun.otpauthUrl, { width: 240, margin: 2 }) };
  },
});

const totpConfirm = endpoint({
  method: "put",
  path: at("totp/confirm"),
  access: operator(OWN_SECOND_FACTOR),
  summary: "Turns the second factor on with a code of the app and returns the recovery codes, this once",
  input: { body: TotpConfirmBody },
  output: RecoveryCodes,
  handle: ({ actor, body }) => confirmTotp(actor.operatorId, body.code),
  view: (recoveryCodes) => ({ recoveryCodes }),
});

const totpDisable = endpoint({
  method: "put",
  path: at("totp/disable"),
  access: operator(OWN_PROFILE),
  summary: "Turns the second factor off, with the password and a code",
  input: { body: SecondFactorProof },
  output: z.boolean(),
  handle: ({ actor, body }) => disableTotp(actor.operatorId, body, caller()),
});

const totpRecoveryCodes = endpoint({
  method: "put",
  path: at("totp/recovery-codes"),
  access: operator(OWN_PROFILE),
  summary: "Replaces all recovery codes, with the password and a code, and returns the new ones, this once",
  input: { body: SecondFactorProof },
  output: RecoveryCodes,
  handle: ({ actor, body }) => renewRecoveryCodes(actor.operatorId, body, caller()),
  view: (recoveryCodes) => ({ recoveryCodes }),
});

export const profileEndpoints = [get, update, updatePassword, totpBegin, totpConfirm, totpDisable, totpRecoveryCodes];
