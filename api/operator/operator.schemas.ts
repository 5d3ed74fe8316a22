import { z } from "zod";
import { DateRange, LongId, Mobile, nameText, optional, pageInput, pageOf, text, Time } from "#api/http/fields.js";
import { Id } from "#shared/kernel/request/schemas.js";
import { Status } from "./role.schemas.js";

const Username = z
  .string()
  .trim()
  .min(4)
  .max(30)
  .regex(/^[\w.@-]+$/, "must be letters, digits and _ . @ - alone");
/** The rule for new passwords of operators. */
const NewPassword = z.string().min(8).max(64);
/** For the sign-in: a code of the authenticator app, or a recovery code. */
export const SecondFactorCode = z
  .string()
  .trim()
  .regex(/^(\d{6}|[a-z2-7]{5}-?[a-z2-7]{5})$/i, "must be six digits or a recovery code");
const TotpCode = z.string().regex(/^\d{6}$/, "must be six digits");

/** Null and "" remove the value, a missing field leaves it. */
const removable = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === "" ? null : value), schema.nullable().optional());
const Email = z
  .string()
  .trim()
  .max(100)
  .regex(/^[^\s@<>"]+@[^\s@<>".]+(?:\.[^\s@<>".]+)+$/, "must be an e-mail address");
const contact = { mobile: removable(Mobile), email: removable(Email) };

const optionalFields = {
  remark: z.preprocess((value) => value ?? undefined, text(500).optional()),
  status: optional(Status),
};
const RoleIds = z.array(LongId).max(100);

export const OperatorCreateBody = z.object({
  username: Username,
  nickname: nameText(30),
  password: NewPassword,
  roleIds: RoleIds,
  ...contact,
  ...optionalFields,
  /** Whether they must first choose their own password. Default: NEW_OPERATORS_CHANGE_PASSWORD. */
  mustChangePassword: optional(z.boolean()),
});
/** The result of get, or only the changes. */
export const OperatorUpdateBody = z.object({
  id: LongId,
  username: optional(Username),
  nickname: optional(nameText(30)),
  roleIds: optional(RoleIds),
  ...contact,
  ...optionalFields,
});
export const OperatorPasswordBody = z.object({ id: LongId, password: NewPassword });
export const OperatorIdBody = z.object({ id: LongId });
export const OperatorPageQuery = pageInput({
  username: optional(text(30)),
  nickname: optional(text(30)),
  mobile: optional(z.string().regex(/^\d{1,11}$/, "must be digits of a mobile number")),
  status: optional(Status),
  roleId: optional(LongId),
  createTime: DateRange,
});

const shown = {
  id: Id,
  username: z.string(),
  nickname: z.string(),
  mobile: z.string().nullable(),
  email: z.string().nullable(),
  /** Whether a second factor is set up. */
  totp: z.boolean(),
  mustChangePassword: z.boolean(),
  loginIp: z.string(),
  loginDate: Time.nullable(),
  createTime: Time,
};
export const OperatorView = z.object({
  ...shown,
  remark: z.string(),
  roleIds: z.array(Id),
  status: z.number().int(),
});
export const OperatorPage = pageOf(OperatorView);

export const ProfileView = z.object({
  ...shown,
  roles: z.array(z.object({ id: Id, name: z.string(), code: z.string() })),
  /** How many are left. */
  recoveryCodes: z.number().int(),
});
export const ProfileUpdateBody = z.object({ nickname: optional(nameText(30)), ...contact });
export const OwnPasswordBody = z.object({ oldPassword: z.string().min(1).max(64), newPassword: NewPassword });

export const TotpBeginBody = z.object({ password: z.string().min(1).max(64) });
export const TotpBegun = z.object({ secret: z.string(), otpauthUrl: z.string(), qrDataUrl: z.string() });
export const TotpConfirmBody = z.object({ code: TotpCode });
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export const SecondFactorProof = z.object({ password: z.string().min(1).max(64), code: SecondFactorCode });
