import { expect } from "chai";
import "#scripts/migrate/models.js";
import { ended, kept, moved } from "#shared/domains/accountMerge/belongings.js";
import { models } from "#shared/kernel/mongo/mongo.js";

/** The names by which a row says whose it is. */
const ofMember =
  /(?:^|\.)(?:memberId|userId|claimedUserId|ownerId|buyerId|hostId|payerId|authorId|inviterId|mergedInto)$/;
/** An id that is a member's, alone or with a day: no field of it says so. */
const byId = ["paymentPasswords", "tradeBuyers", "memberUploadDays", "productVisitors"];
/** Counts of a day, gone after two. */
const shortLived = ["memberUploadDays", "productVisitors"];

describe("the table of what a member owns", () => {
  const said = new Set([
    ...moved.map(({ collection, field }) => `${collection}.${field}`),
    ...ended.map(([collection, field]) => `${collection}.${field}`),
    ...Object.entries(kept).flatMap(([collection, { fields }]) => fields.map((field) => `${collection}.${field}`)),
  ]);

  it("has every collection with a field of a member", () => {
    const found = [...models].flatMap(([collection, model]) =>
      Object.keys(model.schema.paths)
        .filter((path) => ofMember.test(path))
        .map((path) => `${collection}.${path}`),
    );
    expect(found.length).to.be.greaterThan(30);
    expect(found.filter((one) => !said.has(one) && !one.startsWith("test"))).to.deep.equal([]);
  });

  it("has nothing that is not there, and nothing twice", () => {
    for (const one of said) {
      const [collection, field] = one.split(".") as [string, string];
      expect(models.get(collection)?.schema.paths, one).to.have.property(field);
    }
    expect(said.size).to.equal(
      moved.length + ended.length + Object.values(kept).flatMap(({ fields }) => fields).length,
    );
    expect(byId.filter((name) => !models.has(name))).to.deep.equal([]);
    const erased = ended.filter(([, field]) => field === "_id").map(([collection]) => collection);
    expect(byId.filter((name) => !shortLived.includes(name))).to.have.members(erased);
  });

  it("what moves is found by an index of its member", () => {
    const unindexed = moved.filter(
      ({ collection, field }) =>
        !models
          .get(collection)!
          .schema.indexes()
          .some(([keys]) => Object.keys(keys)[0] === field),
    );
    expect(unindexed.map(({ collection }) => collection)).to.deep.equal([]);
  });
});
