import { enableUntouchedChannels } from "#shared/domains/pay/channel/ensurePayApps.js";
import type { Migration } from "#shared/kernel/mongo/migrations.js";

/** Channels of Alipay and the wallet were created disabled before they were implemented. */
export const enableBuiltChannels: Migration = {
  number: 2,
  name: "0002 enable built channels",
  up: () => enableUntouchedChannels(["wallet", "payplat_app", "payplat_pc"]),
};
