import { randomBytes } from "node:crypto";
import { recordOperation } from "#shared/domains/audit/index.js";
import { config } from "#shared/kernel/config/config.js";
import { AddressRefused, checkGuardedUrl } from "#shared/kernel/http/addressGuard.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { deleteLogically } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { errors } from "#shared/kernel/request/errors.js";
import { encryptSecret } from "#shared/kernel/security/sealed.js";
import { clock, hours } from "#shared/kernel/time/clock.js";
import { getEndpoint, invalidateWishes } from "./endpoint.queries.js";
import { webhookErrors } from "./webhook.errors.js";
import { WebhookEndpointModel, type WebhookEndpointDoc } from "./webhookEndpoint.model.js";

export type EndpointInput = Pick<WebhookEndpointDoc, "name" | "url" | "events" | "lowStock" | "enabled">;

const MOST_ENDPOINTS = 50;
/** How long a replaced secret signs beside the new one. */
const ROTATION_MS = hours(24);

const newSecret = (): string => encryptSecret(`whsec_${randomBytes(32).toString("base64")}`);

/** Returns the id. Throws TooManyWebhooks, 400 for an address that deliveries would refuse. */
export async function createEndpoint(input: EndpointInput): Promise<number> {
  checkAddress(input.url);
  const _id = await nextId("webhookEndpoints");
  await inTransaction(async () => {
    await refuseTooManyEndpoints();
    await WebhookEndpointModel.create([{ _id, ...input, secretBox: newSecret() }]);
    await recordOperation({ module: "infra", action: "webhook.create", bizId: _id, after: input });
    invalidateWishes();
  });
  return _id;
}

/** TooManyWebhooks. */
export async function refuseTooManyEndpoints(): Promise<void> {
  if ((await WebhookEndpointModel.countDocuments({})) >= MOST_ENDPOINTS)
    throw webhookErrors.TooManyWebhooks({ most: MOST_ENDPOINTS });
}

/** One that is switched on again begins anew. What is on its way goes to the new address. Throws WebhookNotFound, 400. */
export async function updateEndpoint(id: number, input: EndpointInput): Promise<true> {
  checkAddress(input.url);
  return inTransaction(async () => {
    const before = await getEndpoint(id);
    const fresh = input.enabled && !before.enabled ? { failingSince: null, givenUpAt: null } : {};
    await WebhookEndpointModel.updateOne({ _id: id }, { $set: { ...input, ...fresh } });
    const [was, is] = [inputOf(before), { ...input }];
    await recordOperation({ module: "infra", action: "webhook.update", bizId: id, before: was, after: is });
    invalidateWishes();
    return true as const;
  });
}

/** What is on its way to it is given up. Throws WebhookNotFound. */
export async function deleteEndpoint(id: number): Promise<true> {
  return inTransaction(async () => {
    const before = inputOf(await getEndpoint(id));
    if (!(await deleteLogically(WebhookEndpointModel, { _id: id }))) throw webhookErrors.WebhookNotFound({ id });
    await recordOperation({ module: "infra", action: "webhook.delete", bizId: id, before });
    invalidateWishes();
    return true as const;
  });
}

/** A new secret; for 24 h deliveries are signed with the old one too. Throws WebhookNotFound. */
export async function rotateEndpointSecret(id: number): Promise<true> {
  return inTransaction(async () => {
    const { secretBox, olderSecrets } = await getEndpoint(id);
    const now = clock.now();
    const kept = [
      { box: secretBox, until: clock.after(ROTATION_MS) },
      ...olderSecrets.filter(({ until }) => until > now),
    ];
    const { modifiedCount } = await WebhookEndpointModel.updateOne(
      { _id: id, secretBox },
      { $set: { secretBox: newSecret(), olderSecrets: kept } },
    );
    if (modifiedCount === 0) throw new LostRace(`webhook endpoint ${id}`);
    const untilOf = (rows: readonly { until: Date }[]) => ({ olderUntil: rows.map(({ until }) => until.getTime()) });
    await recordOperation({
      module: "infra",
      action: "webhook.rotateSecret",
      bizId: id,
      before: untilOf(olderSecrets),
      after: untilOf(kept),
    });
    return true as const;
  });
}

const inputOf = ({ name, url, events, lowStock, enabled }: EndpointInput): EndpointInput => ({
  name,
  url,
  events,
  lowStock,
  enabled,
});

/** Refuses at once what deliveries would refuse for good; each delivery checks the host again. */
function checkAddress(url: string): void {
  try {
    checkGuardedUrl(url, config.NOTIFY_ALLOW_HOSTS);
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    throw errors.BadInput({ field: "url", reason: error.message });
  }
}
