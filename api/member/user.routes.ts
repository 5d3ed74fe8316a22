import { findMember, findMemberLevel, memberErrors } from "#shared/domains/member/index.js";
import { endpoint, member } from "#api/http/endpoint.js";
import { memberUser, MemberUserView } from "./user.views.js";

const getUser = endpoint({
  method: "get",
  path: "/app-api/member/user/get",
  access: member(),
  summary: "The member who is signed in",
  output: MemberUserView,
  handle: async ({ actor }) => {
    const found = await findMember(actor.memberId);
    if (!found) throw memberErrors.MemberNotFound();
    return { member: found, level: await findMemberLevel(found.levelId) };
  },
  view: memberUser,
});

export const userEndpoints = [getUser];
