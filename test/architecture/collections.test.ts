import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect } from "chai";
import "#scripts/migrate/models.js";
import { recycleKinds } from "#shared/domains/recycle/recycle.kinds.js";
import { logicallyDeleted, models } from "#shared/kernel/mongo/mongo.js";

/** The books of the shop: rows are added and move from state to state, nobody deletes one. */
const books = [
  ..."activityTakes bargainRecords combinationGroups combinationRecords productReviews stockMovements paidUnits".split(
    " ",
  ),
  ..."chatGroups chatCommands invoices licenses liveRecordings experienceRecords levelRecords pointRecords".split(" "),
  ..."notifyTasks notifyTries payAnomalies payAttempts payCallbacks payOrders payRefunds".split(" "),
  ..."payReconciliations payReconciliationDifferences payBillLines recharges couponGifts".split(" "),
  ..."afterSales afterSaleLogs tradeOrders tradeOrderItems tradeOrderLogs tradeOrderRefunds tradeParcels".split(" "),
  ..."wallets walletFreezes walletTransactions operationLogs auditChain deadLetterReplays jobBatches letterCauses machineKeys".split(
    " ",
  ),
  ..."websiteDownloads websiteUploads buyerDays memberDays payDays productDays productVisitDays tradeDays".split(" "),
];
/** A member's own: it goes, or loses its name, when the account is closed. */
const members = [
  ..."members addresses memberSocials cartRows coupons signInRecords invoiceTitles bargainHelps activityCounts".split(
    " ",
  ),
  ..."paymentPasswords paymentConfirmations videos memberPictures memberUploadDays tradeBuyers".split(" "),
];
/** One row, or a few that the code knows by name: changed in place. */
const settings = [
  ..."loyaltyConfig tradeConfig websitePages invoiceCredentials socialCredentials licenseKeys paymentKeys".split(" "),
  ..."channelCertificates queueSlots".split(" "),
];
/** Counters, leases, locks, and rows that end by themselves. */
const technical = [
  ..."claims counters formVersions kindHolds kindLimits leases migrations outbox processes objectiveCounts queueMinutes queueRollups schedules sealedValues sessions".split(
    " ",
  ),
  ..."restores deadLetters goodJobs idempotencyKeys refreshKeys signInFailures loginLogs smsCodes smsMobiles smsAddresses usedProofs".split(
    " ",
  ),
  ..."smsFailures qrSignIns socialCodes socialStates activitySkus promotionGuards websiteVersions notifyHosts".split(
    " ",
  ),
  ..."alerts alertDeliveries webhookDeliveries webhookTries apiAccessLogs apiErrorLogs expressPushes liveCallbacks vodCallbacks".split(
    " ",
  ),
  ..."productVisitors analyticsBatches analyticsStays analyticsPaths analyticsMarks analyticsRollUps".split(" "),
];
/** Deleted and restored with what they belong to, or gone from the store for good. */
const withoutBin = ["skus", "activityGoods", "files"];

/** Of the service's own making, no name of an operator's. */
const neverGivenTwice = ["lives: streamName"];

describe("what becomes of the rows of each collection", () => {
  it("is said of every one, once", () => {
    const said = [...logicallyDeleted, ...books, ...members, ...settings, ...technical];
    expect(said.filter((name, index) => said.indexOf(name) !== index)).to.deep.equal([]);
    // Tests of the same run may have collections of their own.
    const ours = [...models.keys()].filter((name) => !name.startsWith("test"));
    expect(ours.toSorted()).to.deep.equal(said.toSorted());
  });

  it("whatever is deleted logically can be brought back", () => {
    const restorable = new Set(recycleKinds.map(({ model }) => model.collection.collectionName));
    expect([...logicallyDeleted].filter((name) => !restorable.has(name))).to.have.members(withoutBin);
    const kinds = recycleKinds.map(({ kind }) => kind);
    expect(new Set(kinds).size).to.equal(kinds.length);
  });

  it("a name of theirs is free once they are deleted: claimed, and in no unique index", () => {
    const unique = [...logicallyDeleted].flatMap((name) =>
      models
        .get(name)!
        .schema.indexes()
        .filter(([, options]) => options.unique)
        .map(([keys]) => `${name}: ${Object.keys(keys).join()}`),
    );
    expect(unique).to.deep.equal(neverGivenTwice);
  });

  it("no code removes a row that is deleted logically", () => {
    const root = resolve(import.meta.dirname, "../..");
    const modelNames = new Map<string, string>();
    const removals: [file: string, model: string][] = [];
    for (const folder of ["api", "workers", "shared"])
      for (const file of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
        if (!file.endsWith(".ts") || file.includes("node_modules")) continue;
        const text = readFileSync(join(root, folder, file), "utf8");
        for (const [, model, name] of text.matchAll(/const (\w+Model) = defineModel<.*>\(\s*"(\w+)"/g))
          modelNames.set(model!, name!);
        for (const [, model] of text.matchAll(/(\w+Model)\s*\.\s*(?:deleteOne|deleteMany|\w+AndDelete)\(/g))
          removals.push([file, model!]);
      }
    const wrong = removals.filter(([, model]) => logicallyDeleted.has(modelNames.get(model) ?? ""));
    // An upload that was allowed and never came is no file yet.
    expect(wrong.map(([file]) => file)).to.have.members(["domains/media/sweepFiles.ts", "domains/media/uploadFile.ts"]);
  });

  it("an index that ends by time, newest first, ends by id as well: lists are sorted by both", () => {
    const ends = [...models.values()].flatMap((model) =>
      model.schema
        .indexes()
        .map(([keys]) => Object.entries(keys))
        .filter((keys) => keys.length > 0 && keys.at(-1)![0] === "createdAt" && keys.at(-1)![1] === -1)
        .map((keys) => `${model.collection.name}: ${keys.map(([field]) => field).join(", ")}`),
    );
    // Its rows are sorted by time alone.
    expect(ends.filter((one) => !one.startsWith("test"))).to.deep.equal(["outbox: subjects, createdAt"]);
  });
});
