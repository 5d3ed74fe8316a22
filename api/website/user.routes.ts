import { z } from "zod";
import { endpoint, member } from "#api/http/endpoint.js";
import { websiteProfile } from "#shared/domains/website/index.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";

const UserProfileView = z.object({
  id: z.number().int(),
  nickname: z.string(),
  avatar: z.string(),
  mobile: z.string().nullable(),
  level: z.string().nullable(),
  companyName: z.string().nullable(),
});

const profile = endpoint({
  method: "get",
  path: "/app-api/website/user/profile",
  access: member(),
  summary: "Returns the member, with the name of the level and the company of a valid license",
  output: UserProfileView,
  handle: ({ actor }) => websiteProfile(actor.memberId),
  view: ({ member: { _id, nickname, avatar, mobile }, level, companyName }) => ({
    id: _id,
    nickname,
    avatar: mediaUrl(avatar),
    mobile: mobile ?? null,
    level,
    companyName,
  }),
});

export const websiteUserEndpoints = [profile];
