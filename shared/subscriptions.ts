import { installSubscriptions, type Subscription } from "#shared/platform/events.js";

/** Every domain event and who reacts to it: one job a reaction. Both API and workers load this table at their start. */
export const subscriptions: Subscription[] = [];

installSubscriptions(subscriptions);
