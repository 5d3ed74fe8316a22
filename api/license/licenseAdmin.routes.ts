import { z } from "zod";
import { pageLicenses, getLicense, issueLicense, revokeLicense } from "#shared/domains/license/index.js";
import { pageWithMembers, withMember } from "#shared/domains/member/index.js";
import { websiteProducts } from "#shared/domains/website/index.js";
import { endpoint, operator } from "#api/http/endpoint.js";
import { isConfirmed } from "#api/http/security/confirm.js";
import { IdQuery } from "#api/http/fields.js";
import {
  LicenseIssueBody,
  LicenseIssued,
  LicensePageQuery,
  LicensePageView,
  LicenseRevokeBody,
  LicenseView,
  placeOf,
} from "./license.schemas.js";
import { licenseView } from "./license.views.js";

const issue = endpoint({
  method: "post",
  path: "/admin-api/website/license/issue",
  access: operator("website:license:issue"),
  summary: "Issues a license to a member; it is valid through the whole day of expirationTime in Asia/Shanghai",
  input: { body: LicenseIssueBody },
  output: LicenseIssued,
  idempotent: "after",
  handle: async ({ body: { userId, expirationTime, confirm, ...body } }) => {
    // The product may be unpublished, but it must exist.
    const { title } = await websiteProducts.get(body.productId);
    return issueLicense({
      ...body,
      productName: body.productName ?? title,
      memberId: userId,
      expiresAt: new Date(expirationTime),
      isConfirmed: isConfirmed({ confirm }),
    });
  },
});

const revoke = endpoint({
  method: "put",
  path: "/admin-api/website/license/revoke",
  access: operator("website:license:revoke"),
  summary: "Revokes a license permanently; it no longer verifies",
  input: { body: LicenseRevokeBody },
  output: z.boolean(),
  handle: ({ body }) => revokeLicense(body.id),
});

const get = endpoint({
  method: "get",
  path: "/admin-api/website/license/get",
  access: operator("website:license:query"),
  input: { query: IdQuery },
  output: LicenseView,
  handle: async ({ query }) => withMember(await getLicense(query.id)),
  view: licenseView,
});

const page = endpoint({
  method: "get",
  path: "/admin-api/website/license/page",
  access: operator("website:license:query"),
  summary: "Lists licenses, newest first",
  input: { query: LicensePageQuery },
  output: LicensePageView,
  handle: async ({ query: { userId, createTime, productId, domainName, authorizationNo, status, ...place } }) =>
    pageWithMembers(
      await pageLicenses({
        memberId: userId,
        productId,
        domainName,
        authorizationNo,
        status,
        createdBetween: createTime,
        ...placeOf(place),
      }),
    ),
  view: ({ list, total }) => ({ list: list.map(licenseView), total }),
});

export const licenseAdminEndpoints = [issue, revoke, get, page];
