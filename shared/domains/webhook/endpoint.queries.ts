import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { defineCache } from "#shared/kernel/redis/cache.js";
import { decryptSecret } from "#shared/kernel/security/sealed.js";
import { clock, minutes } from "#shared/kernel/time/clock.js";
import type { WebhookEvent } from "./webhook.codes.js";
import { webhookErrors } from "./webhook.errors.js";
import { WebhookEndpointModel, type WebhookEndpointDoc } from "./webhookEndpoint.model.js";

const wishes = defineCache<ReadonlySet<WebhookEvent>>("webhookWishes", {
  ttlMs: minutes(1),
  max: 1,
  isSetting: true,
});

/** Must be called after each change of an endpoint. */
export const invalidateWishes = (): void => wishes.invalidate();

/** Whether any endpoint wants it; without one nothing is enqueued. */
export const isWanted = async (event: WebhookEvent): Promise<boolean> =>
  (await wishes.read("all", readWishes)).has(event);

const readWishes = async (): Promise<ReadonlySet<WebhookEvent>> =>
  new Set(await WebhookEndpointModel.distinct("events", { enabled: true }));

export const endpointsThatWant = (event: WebhookEvent): Promise<WebhookEndpointDoc[]> =>
  WebhookEndpointModel.find({ enabled: true, events: event }).lean<WebhookEndpointDoc[]>();

/** Throws WebhookNotFound. */
export async function getEndpoint(id: number): Promise<WebhookEndpointDoc> {
  const endpoint = await WebhookEndpointModel.findById(id).lean<WebhookEndpointDoc>();
  if (!endpoint) throw webhookErrors.WebhookNotFound({ id });
  return endpoint;
}

interface EndpointSearch {
  name?: string | undefined;
  enabled?: boolean | undefined;
  event?: WebhookEvent | undefined;
}

/** Newest first. */
export const pageEndpoints = (
  { name, enabled, event }: EndpointSearch,
  page: Page,
): Promise<PageOf<WebhookEndpointDoc>> =>
  pageOf(
    WebhookEndpointModel,
    {
      ...(name === undefined ? {} : { name }),
      ...(enabled === undefined ? {} : { enabled }),
      ...(event === undefined ? {} : { events: event }),
    },
    page,
  );

/** How many are off as they had failed for days. */
export const givenUpEndpoints = (): Promise<number> =>
  WebhookEndpointModel.countDocuments({ enabled: false, givenUpAt: { $gt: new Date(0) } });

/** The secret that signs now, for permitted operators. Throws WebhookNotFound. */
export const endpointSecret = async (id: number): Promise<string> => decryptSecret((await getEndpoint(id)).secretBox);

/** Those that sign: the current one, then those that were replaced within the last 24 h. */
export function signingSecretsOf({ secretBox, olderSecrets }: WebhookEndpointDoc): string[] {
  const now = clock.now();
  return [secretBox, ...olderSecrets.filter(({ until }) => until > now).map(({ box }) => box)].map(decryptSecret);
}
