/*
 * Every collection that has a member's id, and what becomes of its rows when the member is merged into another: read by
 * the job that moves them, by the check that a merged member owns nothing, and by a test that no collection is missing.
 */

/** Rows that belong to a member and go to the other one. */
export interface Moved {
  collection: string;
  field: string;
  /**
   * `rows`: by a guarded update of each batch. The others have a use case of their own, as they are unique for a member,
   * counted or signed.
   */
  by: "rows" | "cart" | "addresses" | "socials" | "activities" | "licenses";
  /** Only these by the guarded update. */
  where?: object;
  /** Of rows that are unique for a member by this field the other one's stay. */
  uniqueBy?: string;
  /** Unpaid orders are counted for a member: the count of both is made anew. */
  countsUnpaid?: true;
}

const rows = (collection: string, more: Partial<Moved> = {}): Moved => ({
  collection,
  field: "memberId",
  by: "rows",
  ...more,
});

/** In this order: what a payment or refund writes to comes before the orders that show it. */
export const moved: readonly Moved[] = [
  // Those that are held move with the wallet's money.
  rows("walletFreezes", { where: { state: { $ne: "held" } } }),
  rows("payOrders"),
  rows("recharges"),
  rows("tradeOrders", { countsUnpaid: true }),
  rows("tradeOrderItems"),
  rows("afterSales"),
  rows("coupons"),
  rows("activityTakes", { by: "activities" }),
  rows("activityCounts", { by: "activities" }),
  rows("bargainRecords", { by: "activities" }),
  rows("bargainHelps", { by: "activities" }),
  rows("combinationRecords"),
  rows("cartRows", { by: "cart" }),
  rows("addresses", { by: "addresses" }),
  rows("memberSocials", { by: "socials" }),
  rows("invoices"),
  rows("invoiceTitles"),
  rows("productReviews"),
  rows("memberPictures"),
  rows("signInRecords", { uniqueBy: "date" }),
  rows("liveRooms"),
  rows("videos"),
  rows("licenses", { by: "licenses" }),
  rows("websiteDownloads"),
  rows("analyticsBatches"),
  rows("analyticsPaths"),
];

/** Rows that end with the old member: its payment password, and counts that are made anew. */
export const ended: readonly [collection: string, field: string][] = [
  ["paymentPasswords", "_id"],
  ["paymentConfirmations", "memberId"],
  ["tradeBuyers", "_id"],
];

/** Rows that stay, as they say what happened, or are nobody's after a while. */
export const kept: Readonly<Record<string, { fields: string[]; why: string }>> = {
  members: { fields: ["mergedInto"], why: "the row of the merged member says where it went" },
  wallets: { fields: ["memberId"], why: "its money moves by two rows; it is empty and closed" },
  walletTransactions: { fields: ["memberId"], why: "a ledger adds up to its own wallet" },
  pointRecords: { fields: ["memberId"], why: "records add up to the points of their member; two of them move these" },
  experienceRecords: { fields: ["memberId"], why: "as those of points" },
  levelRecords: { fields: ["memberId"], why: "the levels that this member had" },
  operationLogs: { fields: ["memberId"], why: "who did it" },
  loginLogs: { fields: ["ownerId"], why: "who signed in" },
  sessions: { fields: ["ownerId"], why: "they have ended" },
  qrSignIns: { fields: ["memberId"], why: "over after minutes" },
  apiAccessLogs: { fields: ["userId"], why: "who called" },
  apiErrorLogs: { fields: ["userId"], why: "who called" },
  tradeOrderLogs: { fields: ["userId"], why: "who did it" },
  afterSaleLogs: { fields: ["userId"], why: "who did it" },
  analyticsPaths: { fields: ["claimedUserId"], why: "what a page claimed" },
  chatGroups: { fields: ["ownerId"], why: "the owner at the chat provider; the host's rights move with the room" },
  buyerDays: { fields: ["memberId"], why: "a report of days that are over" },
};
