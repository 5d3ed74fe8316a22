import { z } from "zod";
import {
  changeMobile,
  changePassword,
  findMember,
  findMemberLevel,
  memberErrors,
  resetPassword,
  updateProfile,
} from "#shared/domains/member/index.js";
import { socialGroups } from "#shared/kernel/config/providerGroups.js";
import { endpoint, member } from "#api/http/endpoint.js";
import { socialOf } from "./socialProof.js";
import { MobileUpdateBody, PasswordResetBody, PasswordUpdateBody, UserUpdateBody } from "./user.schemas.js";
import { memberUser, MemberUserView } from "./user.views.js";

const getUser = endpoint({
  method: "get",
  path: "/app-api/member/user/get",
  access: member({ whileClosed: true }),
  summary: "Returns the signed-in member",
  output: MemberUserView,
  handle: async ({ actor }) => {
    const found = await findMember(actor.memberId);
    if (!found) throw memberErrors.MemberNotFound();
    return { member: found, level: await findMemberLevel(found.levelId) };
  },
  view: memberUser,
});

const update = endpoint({
  method: "post",
  path: "/app-api/member/user/update",
  access: member({ whileClosed: true }),
  summary: "Updates the given fields of the member; status 1 closes the account, 0 reopens it",
  input: { body: UserUpdateBody },
  output: z.boolean(),
  handle: async ({ actor, body }) => {
    await updateProfile(actor, body);
    return true;
  },
});

const updateMobile = endpoint({
  method: "post",
  path: "/app-api/member/user/update-mobile",
  access: member(),
  needs: "sms",
  summary: "Changes the mobile, proved by an SMS code of scene 2; notifies the old one and ends the other sessions",
  input: { body: MobileUpdateBody },
  output: z.boolean(),
  handle: async ({ actor, body }) => {
    await changeMobile(actor, body);
    return true;
  },
});

const updatePassword = endpoint({
  method: "post",
  path: "/app-api/member/user/update-password",
  access: member(),
  needs: ["sms", ...socialGroups],
  summary:
    "Changes the password, proved by an SMS code of scene 3, or in a shop without SMS by a social account; ends the other sessions",
  input: { body: PasswordUpdateBody },
  output: z.boolean(),
  handle: async ({ actor, body, ctx }) => {
    await changePassword(actor, body.password, { code: body.code, social: socialOf(body, ctx) });
    return true;
  },
});

const reset = endpoint({
  method: "post",
  path: "/app-api/member/user/reset-password",
  access: member(),
  needs: "sms",
  summary: "Resets the password, proved by an SMS code of scene 4; ends the other sessions",
  input: { body: PasswordResetBody },
  output: z.boolean(),
  handle: async ({ actor, body }) => {
    await resetPassword(actor, body);
    return true;
  },
});

export const userEndpoints = [getUser, update, updateMobile, updatePassword, reset];
