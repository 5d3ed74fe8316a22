/** The models of the table of belongings, found by the names of their collections. Loads the domains that declare them. */
import "#shared/domains/cart/index.js";
import "#shared/domains/catalog/index.js";
import "#shared/domains/invoice/index.js";
import "#shared/domains/license/index.js";
import "#shared/domains/live/index.js";
import "#shared/domains/media/index.js";
import "#shared/domains/pay/index.js";
import "#shared/domains/promotion/activity/index.js";
import "#shared/domains/promotion/index.js";
import "#shared/domains/recharge/index.js";
import "#shared/domains/trade/index.js";
import "#shared/domains/video/index.js";
import "#shared/domains/webAnalytics/index.js";
import "#shared/domains/website/index.js";
import type mongoose from "mongoose";
import { models } from "#shared/kernel/mongo/mongo.js";
import type { Moved } from "./belongings.js";

type Row = { _id: number } & Record<string, unknown>;

export function modelOf({ collection }: Pick<Moved, "collection">): mongoose.Model<Row> {
  const model = models.get(collection);
  if (!model) throw new Error(`no model of ${collection} is loaded`);
  return model as unknown as mongoose.Model<Row>;
}
