import { csvExport, named, onlyCount, shopTime } from "#api/http/csv/csvExport.js";
import { eachLicense, pageLicenses, type LicenseSearch } from "#shared/domains/license/index.js";
import { eachWithMember } from "#shared/domains/member/index.js";
import { LicensePageQuery } from "./license.schemas.js";
import { LicenseStatus } from "#shared/domains/license/license.states.js";

interface Query extends Omit<LicenseSearch, "memberId" | "createdBetween"> {
  userId?: number | undefined;
  createTime?: LicenseSearch["createdBetween"];
}
const searchOf = ({ userId: memberId, createTime: createdBetween, ...same }: Query): LicenseSearch => ({
  ...same,
  memberId,
  createdBetween,
});

const status = named({ [LicenseStatus.inForce]: ["in force", "有效"], [LicenseStatus.revoked]: ["revoked", "已吊销"] });

export const licenseExport = csvExport({
  path: "/admin-api/website/license",
  noun: "website:license",
  summary: "Exports the licenses that match the same filters as a CSV file",
  pageQuery: LicensePageQuery,
  count: async (query) => (await pageLicenses({ ...searchOf(query), ...onlyCount })).total,
  rows: (query) => eachWithMember(eachLicense(searchOf(query))),
  columns: [
    ["License", "授权编号", (row) => row._id],
    ["Authorization no.", "授权码", (row) => row.authorizationNo],
    ["Member", "会员编号", (row) => row.memberId],
    ["Nickname", "会员昵称", (row) => row.member?.nickname ?? ""],
    ["Product", "产品编号", (row) => row.productId],
    ["Product's name", "产品名称", (row) => row.productName],
    ["Domain", "授权域名", (row) => row.domainName],
    ["Company", "公司", (row) => row.companyName],
    ["Status", "状态", (row) => status(row.status)],
    ["Authorized at", "授权时间", (row) => shopTime(row.authorizedAt)],
    ["Good through", "到期时间", (row) => shopTime(row.expiresAt)],
    ["Revoked at", "吊销时间", (row) => shopTime(row.revokedAt)],
  ],
});
