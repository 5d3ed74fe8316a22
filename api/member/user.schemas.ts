import { z } from "zod";
import { longOf, Mobile, optional, text } from "#api/http/fields.js";
import { PictureUrlOrNone } from "#api/media/picture.schemas.js";
import { settableStatuses, Sex } from "#shared/domains/member/member.states.js";
import { SmsCodeGiven, socialFields } from "./auth.schemas.js";

/** All fields are optional: a change. */
export const UserUpdateBody = z.object({
  nickname: optional(text(30, 1)),
  avatar: optional(PictureUrlOrNone),
  sex: optional(longOf([Sex.male, Sex.female, Sex.unknown])),
  status: optional(longOf(settableStatuses)),
});

/** The rule for new passwords (rules: Sign-in). */
export const NewPassword = z.string().min(4).max(16);

export const MobileUpdateBody = z.object({ mobile: Mobile, code: SmsCodeGiven });
/** The code of scene 3; a shop that sends no SMS takes a code of the social provider instead. */
export const PasswordUpdateBody = z.object({ password: NewPassword, code: optional(SmsCodeGiven), ...socialFields });
export const PasswordResetBody = z.object({ mobile: Mobile, password: NewPassword, code: SmsCodeGiven });
