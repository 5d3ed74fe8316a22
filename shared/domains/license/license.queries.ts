import type { QueryFilter } from "mongoose";
import { eachOf } from "#shared/kernel/lists/eachOf.js";
import { within, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { licenseErrors } from "./license.errors.js";
import { LicenseModel, type LicenseDoc } from "./license.model.js";
import { licenseDomain } from "./licenseDomain.js";
import type { LicenseStatus } from "./license.states.js";

/** LicenseNotFound. */
export async function getLicense(licenseId: number): Promise<LicenseDoc> {
  const license = await LicenseModel.findById(licenseId).lean<LicenseDoc>();
  if (!license) throw licenseErrors.LicenseNotFound();
  return license;
}

export async function findLicenseByNo(authorizationNo: string): Promise<LicenseDoc | null> {
  return LicenseModel.findOne({ authorizationNo }).lean<LicenseDoc>();
}

/** How many of their licenses a member sees. */
const SHOWN = 500;

/** Newest first. */
export async function licensesOfMember(memberId: number): Promise<LicenseDoc[]> {
  return LicenseModel.find({ memberId }).sort({ createdAt: -1, _id: -1 }).limit(SHOWN).lean<LicenseDoc[]>();
}

export interface LicenseSearch {
  memberId?: number | undefined;
  productId?: number | undefined;
  /** As people write it; an invalid domain finds nothing. */
  domainName?: string | undefined;
  authorizationNo?: string | undefined;
  status?: LicenseStatus | undefined;
  createdBetween?: TimeSpan | undefined;
}

/** Newest first. */
export async function pageLicenses(search: LicenseSearch & Page): Promise<PageOf<LicenseDoc>> {
  const filter = filterOf(search);
  if (!filter) return { list: [], total: 0 };
  return pageOf(LicenseModel, filter, search);
}

/** All licenses of a search, newest first, streamed. */
export async function* eachLicense(search: LicenseSearch): AsyncGenerator<LicenseDoc> {
  const filter = filterOf(search);
  if (!filter) return;
  yield* eachOf(LicenseModel, filter);
}

/** Undefined if the domain is invalid. */
function filterOf(search: LicenseSearch): QueryFilter<LicenseDoc> | undefined {
  const { memberId, productId, domainName, authorizationNo, status, createdBetween } = search;
  const filter: QueryFilter<LicenseDoc> = {};
  if (memberId !== undefined) filter.memberId = memberId;
  if (productId !== undefined) filter.productId = productId;
  if (authorizationNo !== undefined) filter.authorizationNo = authorizationNo;
  if (status !== undefined) filter.status = status;
  if (createdBetween) filter.createdAt = within(createdBetween);
  if (domainName !== undefined) {
    const domain = licenseDomain(domainName);
    if (!domain) return undefined;
    filter.domainKey = domain.key;
  }
  return filter;
}
