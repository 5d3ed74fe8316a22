import { findMember, memberErrors } from "#shared/domains/member/index.js";
import { exchangeLoginCode, findPhone, shownAccessToken } from "#shared/domains/social/index.js";
import { endpoint, member } from "#api/http/endpoint.js";
import { PhoneNumberBody, SocialCodeParams } from "./social.schemas.js";
import {
  AccessTokenView,
  accessTokenView,
  PhoneNumberView,
  phoneNumberView,
  SocialOpenIdView,
  socialOpenId,
} from "./social.views.js";

/** The member is the caller, whoever the openid belongs to: nothing about others is returned. */
const getOpenId = endpoint({
  method: "get",
  path: "/app-api/social/getSocialOpenId/:code",
  access: member(),
  needs: "social-mini",
  summary: "Returns the openid of a mini-program's login code, with the member of the token",
  input: { params: SocialCodeParams },
  output: SocialOpenIdView,
  handle: async ({ actor, params }) => {
    const found = await findMember(actor.memberId);
    if (!found) throw memberErrors.MemberNotFound();
    return { ...(await exchangeLoginCode(params.code)), member: found };
  },
  view: socialOpenId,
});

const getAccessToken = endpoint({
  method: "get",
  path: "/app-api/social/getAccessToken",
  access: member(),
  needs: "social-mini",
  summary: "Returns the mini-program's access token, if SOCIAL_EXPOSE_SECRETS allows it",
  output: AccessTokenView,
  handle: shownAccessToken,
  view: accessTokenView,
});

const getPhoneNumber = endpoint({
  method: "post",
  path: "/app-api/social/getUserPhoneNum",
  access: member(),
  needs: "social-mini",
  summary: "Returns the phone number of a mini-program's phone code",
  input: { body: PhoneNumberBody },
  output: PhoneNumberView,
  handle: ({ body }) => findPhone(body.code),
  view: phoneNumberView,
});

export const socialEndpoints = [getOpenId, getAccessToken, getPhoneNumber];
