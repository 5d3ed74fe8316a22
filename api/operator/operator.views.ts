import type { z } from "zod";
import { epochMs } from "#api/http/fields.js";
import type { OperatorDoc, RoleDoc } from "#shared/domains/operator/index.js";
import type { OperatorView, ProfileView } from "./operator.schemas.js";

const shown = (operator: OperatorDoc) => ({
  id: operator._id,
  username: operator.username,
  nickname: operator.nickname,
  mobile: operator.mobile ?? null,
  email: operator.email ?? null,
  totp: operator.totpSecret !== null,
  mustChangePassword: operator.passwordDue,
  loginIp: operator.loginIp,
  loginDate: epochMs(operator.loginAt),
  createTime: operator.createdAt.getTime(),
});

export const operatorView = (operator: OperatorDoc): z.input<typeof OperatorView> => ({
  ...shown(operator),
  remark: operator.remark,
  roleIds: operator.roleIds,
  status: operator.status,
});

export const profileView = (operator: OperatorDoc, roles: RoleDoc[]): z.input<typeof ProfileView> => ({
  ...shown(operator),
  roles: roles.map(({ _id, name, code }) => ({ id: _id, name, code })),
  recoveryCodes: operator.recoveryHashes.length,
});
