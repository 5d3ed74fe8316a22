import { richText } from "#shared/domains/catalog/index.js";
import { clock } from "#shared/platform/clock.js";
import { contentStore } from "./content.js";
import { PolicyModel, type PolicyDoc, type PolicyType } from "./policy.model.js";
import { websiteErrors } from "./website.errors.js";

export type PolicyInput = Pick<PolicyDoc, "policyType" | "title" | "version" | "content" | "effectiveAt"> &
  Partial<Pick<PolicyDoc, "published" | "sortOrder">>;

/** People agreed to it, or could have: nobody may change what it said. */
export const isInForce = ({ published, effectiveAt }: PolicyDoc): boolean =>
  published && effectiveAt.getTime() <= clock.ms();

/** PolicyNotFound; PolicyInForce for any change of one that is or was; PolicyVersionTaken. */
export const websitePolicies = contentStore<PolicyDoc, PolicyInput>({
  kind: "policy",
  model: PolicyModel,
  notFound: websiteErrors.PolicyNotFound,
  named: "title",
  heavy: ["content"],
  newestFirst: true,
  prepare: (input) => (input.content === undefined ? input : { ...input, content: richText(input.content) }),
  async check(change, before) {
    if (before && isInForce(before)) throw websiteErrors.PolicyInForce();
    const policyType = change.policyType ?? before?.policyType;
    const version = change.version ?? before?.version;
    if (!policyType || !version) return;
    const other = { policyType, version, deletedAt: null, _id: { $ne: before?._id ?? 0 } };
    if (await PolicyModel.exists(other)) throw websiteErrors.PolicyVersionTaken();
  },
  async checkRemoval(before) {
    if (isInForce(before)) throw websiteErrors.PolicyInForce();
  },
});

/** The version that is in force now: the published one that came into force last. PolicyNotFound. */
export async function policyInForce(policyType: PolicyType): Promise<number> {
  const rows = await websitePolicies.listPublished();
  const latest = rows
    .filter((row) => row.policyType === policyType && isInForce(row))
    .sort((a, b) => b.effectiveAt.getTime() - a.effectiveAt.getTime() || b._id - a._id)[0];
  if (!latest) throw websiteErrors.PolicyNotFound();
  return latest._id;
}
