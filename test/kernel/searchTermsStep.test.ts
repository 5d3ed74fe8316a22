import { expect } from "chai";
import { searchTerms } from "#scripts/migrate/steps/0015-searchTerms.js";
import { MemberModel } from "#shared/domains/member/index.js";
import { SpuModel } from "#shared/domains/catalog/product/spu.model.js";
import { buildMember } from "#test/factories/member.js";
import { buildSpu } from "#test/factories/spu.js";
import { startService } from "#test/support/service.js";

describe("the terms of names from before", () => {
  before(() => startService());

  it("are made anew, in rows with the old ones and in rows without any; twice is once", async () => {
    const { member } = await buildMember({ nickname: "Lumen" });
    await MemberModel.collection.updateOne({ _id: member._id as never }, { $unset: { nicknameTerms: 1 } });
    const { spuId } = await buildSpu({ name: "龙井茶" });
    await SpuModel.updateOne({ _id: spuId }, { $set: { keywordTerms: ["龙", "井", "龙井"] } });
    for (let time = 0; time < 2; time++) {
      await searchTerms.up!();
      expect(await MemberModel.countDocuments({ _id: member._id, nicknameTerms: "umen" })).to.equal(1);
      expect(await SpuModel.countDocuments({ _id: spuId, keywordTerms: { $all: ["lj", "jingcha", "井茶"] } })).to.equal(
        1,
      );
    }
  });
});
