import { isDeepStrictEqual } from "node:util";
import { richText } from "#shared/domains/catalog/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { contentStore } from "./content.js";
import { PolicyModel, policyTypes, type PolicyDoc, type PolicyType } from "./policy.model.js";
import { websiteErrors } from "../website.errors.js";

export type PolicyInput = Pick<PolicyDoc, "policyType" | "title" | "version" | "content" | "effectiveAt"> &
  Partial<Pick<PolicyDoc, "published" | "sortOrder">>;

/** People may have agreed to it, so it must not be changed, even after a later one came into force. */
const hasBeenInForce = ({ published, effectiveAt }: PolicyDoc): boolean =>
  published && effectiveAt.getTime() <= clock.ms();

const differs = (change: Partial<PolicyInput>, before: PolicyDoc): boolean =>
  Object.entries(change).some(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, before[field as keyof PolicyDoc]),
  );

/** PolicyNotFound; PolicyInForce for any change of one that is or was in force; PolicyVersionTaken. */
export const websitePolicies = contentStore<PolicyDoc, PolicyInput>({
  kind: "policy",
  model: PolicyModel,
  notFound: websiteErrors.PolicyNotFound,
  named: "title",
  heavy: ["content"],
  newestFirst: true,
  prepare: (input) => (input.content === undefined ? input : { ...input, content: richText(input.content) }),
  async check(change, before) {
    if (before && hasBeenInForce(before) && differs(change, before)) throw websiteErrors.PolicyInForce();
    const policyType = change.policyType ?? before?.policyType;
    const version = change.version ?? before?.version;
    if (!policyType || !version) return;
    const other = { policyType, version, _id: { $ne: before?._id ?? 0 } };
    if (await PolicyModel.exists(other)) throw websiteErrors.PolicyVersionTaken();
  },
  // Unpublished: its effective day may have passed meanwhile, without anyone having agreed to it.
  restoredAs: { published: false },
  async checkRemoval(before) {
    if (hasBeenInForce(before)) throw websiteErrors.PolicyInForce();
  },
});

/** The id of the version in force: the published one that came into force last. PolicyNotFound. */
export async function policyInForce(policyType: PolicyType): Promise<number> {
  const latest = latestOf(await websitePolicies.listPublished(), policyType);
  if (!latest) throw websiteErrors.PolicyNotFound();
  return latest._id;
}

/** Marks the policy of each type that is in force now. */
export async function withForce<T extends PolicyDoc>(policies: readonly T[]): Promise<(T & { inForce: boolean })[]> {
  const published = await websitePolicies.listPublished();
  const inForce = new Set(policyTypes.map((type) => latestOf(published, type)?._id));
  return policies.map((policy) => ({ ...policy, inForce: inForce.has(policy._id) }));
}

function latestOf(published: readonly PolicyDoc[], policyType: PolicyType): PolicyDoc | undefined {
  return published
    .filter((row) => row.policyType === policyType && hasBeenInForce(row))
    .sort((a, b) => b.effectiveAt.getTime() - a.effectiveAt.getTime() || b._id - a._id)[0];
}
