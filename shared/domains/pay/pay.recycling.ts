import { restoreRows } from "#shared/kernel/mongo/logicalDelete.js";
import { recycling, type Recycling } from "#shared/kernel/mongo/recycling.js";
import { PayAppModel, PayChannelModel } from "./channel/payApp.model.js";
import { invalidatePayApps } from "./channel/payApp.queries.js";
import { payErrors } from "./pay.errors.js";

export const payRecycling: Recycling[] = [
  recycling({
    kind: "pay-app",
    en: "Pay app",
    zh: "支付应用",
    model: PayAppModel,
    named: "name",
    audit: ["pay", "app"],
    right: "pay:app",
    taken: () => payErrors.AppKeyTaken(),
    async restored({ _id, deletedAt }) {
      await restoreRows(PayChannelModel, { appId: _id }, deletedAt);
      invalidatePayApps();
    },
  }),
  recycling({
    kind: "pay-channel",
    en: "Pay channel",
    zh: "支付渠道",
    model: PayChannelModel,
    named: "code",
    audit: ["pay", "channel"],
    right: "pay:channel",
    taken: () => payErrors.ChannelExists(),
    async check({ appId, code }) {
      const { matchedCount } = await PayAppModel.updateOne({ _id: appId }, { $pull: { removedCodes: code } });
      if (matchedCount === 0) throw payErrors.AppNotFound();
    },
    restored: invalidatePayApps,
  }),
];
