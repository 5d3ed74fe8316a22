import { pageOfRows, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { withDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { hasPart } from "#shared/kernel/lists/filters.js";

/** A delivery company. `code` is its code at the tracking provider. */
export interface ExpressCompanyDoc {
  _id: number;
  code: string;
  name: string;
  /** A key in object storage, or a full address. */
  logo: string;
  sort: number;
  /** 0 in use, 1 disabled. */
  status: EnabledStatus;
  createdAt: Date;
}

export const ExpressCompanyModel = defineModel<ExpressCompanyDoc>(
  "expressCompanies",
  {
    code: { type: String, required: true },
    name: { type: String, required: true },
    logo: { type: String, default: "" },
    sort: { type: Number, default: 0 },
    status: { type: Number, enum: Object.values(EnabledStatus), default: EnabledStatus.enabled },
  },
  { logicalDelete: true, claims: [{ fields: ["code"] }], indexes: [[{ code: 1 }], [{ status: 1, sort: 1, _id: 1 }]] },
);

/** For members to choose from, in the shop's order. */
export async function enabledExpressCompanies(): Promise<ExpressCompanyDoc[]> {
  return ExpressCompanyModel.find({ status: EnabledStatus.enabled })
    .sort({ sort: 1, _id: 1 })
    .lean<ExpressCompanyDoc[]>();
}

export async function findExpressCompany(id: number): Promise<ExpressCompanyDoc | null> {
  return ExpressCompanyModel.findById(id).lean<ExpressCompanyDoc>();
}

/** The company of a parcel, also when it was deleted since. */
export async function findCarrier(id: number): Promise<ExpressCompanyDoc | null> {
  return withDeleted(ExpressCompanyModel.findById(id)).lean<ExpressCompanyDoc>();
}

interface ExpressCompanySearch {
  name?: string | undefined;
  code?: string | undefined;
  status?: EnabledStatus | undefined;
}

/** For operators, in the shop's order. `name` and `code` match parts, ignoring case. */
export async function pageExpressCompanies(
  { name = "", code = "", status }: ExpressCompanySearch,
  page: Page,
): Promise<PageOf<ExpressCompanyDoc>> {
  // A shop has some dozens at most, so parts of names are matched here, not in the database.
  const all = await ExpressCompanyModel.find(status === undefined ? {} : { status })
    .sort({ sort: 1, _id: 1 })
    .limit(10_000)
    .lean<ExpressCompanyDoc[]>();
  const found = all.filter((company) => hasPart(company.name, name) && hasPart(company.code, code));
  return pageOfRows(found, page);
}
