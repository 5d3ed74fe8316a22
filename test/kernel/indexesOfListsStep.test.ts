import { expect } from "chai";
import { indexesOfLists } from "#scripts/migrate/steps/0013-indexesOfLists.js";
import { MemberModel } from "#shared/domains/member/index.js";
import { startService } from "#test/support/service.js";

describe("the indexes of lists", () => {
  const indexes = async (): Promise<string[]> =>
    (await MemberModel.collection.indexes()).map(({ name }) => name!).toSorted();
  before(() => startService());

  it("replace those that they begin with; what is unique, expires, or is declared stays", async () => {
    const declared = await indexes();
    await MemberModel.collection.createIndex({ createdAt: -1 });
    await MemberModel.collection.createIndex({ createdAt: 1 });
    await MemberModel.collection.createIndex({ birthday: 1 });
    for (let time = 0; time < 2; time++) {
      await indexesOfLists.up!();
      expect(await indexes()).to.deep.equal([...declared, "birthday_1", "createdAt_1"].toSorted());
    }
    for (const own of ["birthday_1", "createdAt_1"]) await MemberModel.collection.dropIndex(own);
    expect(declared).to.include("createdAt_-1__id_-1");
  });
});
