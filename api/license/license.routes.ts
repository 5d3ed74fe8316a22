import { z } from "zod";
import { checkLicense, licensesOfMember, verifyLicense } from "#shared/domains/license/index.js";
import { endpoint, member, open } from "#api/http/endpoint.js";
import {
  LicenseCodeQuery,
  LicenseCodeVerification,
  LicenseVerification,
  LicenseVerifyQuery,
  UserLicense,
} from "./license.schemas.js";
import { licenseCodeVerification, licenseVerification, userLicense } from "./license.views.js";

const verify = endpoint({
  method: "get",
  path: "/app-api/website/license/verify",
  access: open(),
  summary: "Verifies a license by domain or number; `exists` is the result, `message` the reason",
  limit: "licenseVerify",
  input: { query: LicenseVerifyQuery },
  output: LicenseVerification,
  handle: async ({ query }) => licenseVerification(await verifyLicense(query), query),
});

const verifyCode = endpoint({
  method: "get",
  path: "/api/license/verify",
  access: open(),
  summary: "Returns the result of each check of a license by its number and domain",
  limit: "licenseVerify",
  input: { query: LicenseCodeQuery },
  output: LicenseCodeVerification,
  handle: async ({ query }) => licenseCodeVerification(await checkLicense(query.code, query.domain)),
});

const mine = endpoint({
  method: "get",
  path: "/app-api/website/user/licenses",
  access: member(),
  summary: "Lists the member's licenses, newest first",
  output: z.array(UserLicense),
  handle: ({ actor }) => licensesOfMember(actor.memberId),
  view: (licenses) => licenses.map(userLicense),
});

export const licenseEndpoints = [verify, verifyCode, mine];
