import type { z } from "zod";
import type { SignInRecordDoc, SignInRuleDoc } from "#shared/domains/loyalty/index.js";
import type { OfMember } from "#shared/domains/member/index.js";
import { userInShort } from "../member/memberInShort.js";
import type { SignInAdminView, SignInRuleView, SignInView } from "./signIn.schemas.js";

export const signInView = (row: SignInRecordDoc): z.input<typeof SignInView> => ({
  id: row._id,
  day: row.day,
  point: row.point,
  experience: row.experience,
  createTime: row.createdAt.getTime(),
});

export const signInAdminView = (row: OfMember<SignInRecordDoc>): z.input<typeof SignInAdminView> => ({
  ...signInView(row),
  userId: row.memberId,
  user: userInShort(row.member),
});

export const signInRuleView = (rule: SignInRuleDoc): z.input<typeof SignInRuleView> => ({
  id: rule._id,
  day: rule.day,
  point: rule.point,
  experience: rule.experience,
  status: rule.status,
  createTime: rule.createdAt.getTime(),
});
