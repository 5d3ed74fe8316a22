import { z } from "zod";
import { int, LongId, longOf, optional, pageInput, pageOf, Time } from "#api/http/fields.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { UserInShort } from "../member/memberInShort.js";

/** A day's sign-in: its position in the configured cycle, and its reward. */
export const SignInView = z.object({ id: int, day: int, point: int, experience: int, createTime: Time });
export const SignInPage = pageOf(SignInView);
export const SignInPageBody = pageInput({});
export const SignInSummaryView = z.object({ totalDay: int, continuousDay: int, todaySignIn: z.boolean() });
/** The rewards of the cycle's days. */
export const SignInRuleList = z.array(z.object({ day: int, point: int, experience: int }));

export const SignInAdminView = SignInView.extend({ userId: int, user: UserInShort });
export const SignInAdminPage = pageOf(SignInAdminView);
export const SignInAdminPageQuery = pageInput({ userId: optional(LongId), day: optional(LongId) });

const Gift = z.number().int().min(0).max(1_000_000);
const fields = {
  day: z.number().int().min(1).max(366),
  point: Gift,
  experience: Gift,
  status: longOf(Object.values(EnabledStatus)),
};
export const SignInRuleCreateBody = z.object(fields);
export const SignInRuleUpdateBody = z.object({ id: LongId, ...fields });
export const SignInRuleView = z.object({
  id: int,
  day: int,
  point: int,
  experience: int,
  status: int,
  createTime: Time,
});
