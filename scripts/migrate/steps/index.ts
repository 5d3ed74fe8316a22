import type { Migration } from "#shared/kernel/mongo/migrations.js";
import { enableBuiltChannels } from "./0002-enableBuiltChannels.js";
import { lookUpsByWholeIndexes } from "./0003-lookUpsByWholeIndexes.js";
import { promotionFieldsOfOrders } from "./0004-promotionFieldsOfOrders.js";
import { secondFactorsOfOperators } from "./0005-secondFactorsOfOperators.js";
import { refundsByPart } from "./0006-refundsByPart.js";
import { logicalDelete } from "./0007-logicalDelete.js";
import { operateTypes } from "./0008-operateTypes.js";
import { claims } from "./0009-claims.js";
import { outboxWalk } from "./0010-outboxWalk.js";
import { jobLedger } from "./0011-jobLedger.js";
import { orderLogEntries } from "./0012-orderLogEntries.js";
import { searchTerms } from "./0015-searchTerms.js";
import { indexesOfLists } from "./0013-indexesOfLists.js";
import { abnormalRefunds } from "./0016-abnormalRefunds.js";
import { causesOfLetters } from "./0018-causesOfLetters.js";
import { endsOfReceiverMobiles } from "./0019-endsOfReceiverMobiles.js";

/** The base of later steps: collections and indexes, which every run creates. */
const firstSchema: Migration = { number: 1, name: "0001 first schema" };

/** Only a new collection. A version before it would read paid units as reserved, and must not start any more. */
const paidUnits: Migration = { number: 14, name: "0014 paid units in rows of their own" };

/** Only new fields and a new collection. A version before it would take all pieces of an item back at once. */
const piecesOfAfterSales: Migration = { number: 17, name: "0017 pieces of after-sales" };

/** Every step, by number. Add new ones at the end, and to `newestMigration` of shared/kernel/mongo/migrations.ts. */
export const steps: Migration[] = [
  firstSchema,
  enableBuiltChannels,
  lookUpsByWholeIndexes,
  promotionFieldsOfOrders,
  secondFactorsOfOperators,
  refundsByPart,
  logicalDelete,
  operateTypes,
  claims,
  outboxWalk,
  jobLedger,
  orderLogEntries,
  indexesOfLists,
  paidUnits,
  searchTerms,
  abnormalRefunds,
  piecesOfAfterSales,
  causesOfLetters,
  endsOfReceiverMobiles,
];
