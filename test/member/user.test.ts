import { expect } from "chai";
import { createMember, MemberLevelModel, MemberModel } from "#shared/domains/member/index.js";
import { config } from "#shared/kernel/config/config.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { buildMember, freshMobile } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { clientWith, stranger } from "#test/support/client.js";

const path = "/app-api/member/user/get";

describe("member profile", () => {
  it("shows the member of the token and nothing else of them", async () => {
    const { member, client } = await buildMember({
      nickname: "Lucy",
      avatar: "public/a.png",
      point: 30,
      experience: 7,
    });
    const reply = await client.get(path);
    expect(reply).to.include({ status: 200, code: 0 });
    expect(reply.data).to.deep.equal({
      id: member._id,
      nickname: "Lucy",
      avatar: `${config.MEDIA_BASE_URL}/public/a.png`,
      mobile: member.mobile,
      sex: 0,
      point: 30,
      experience: 7,
      level: null,
      pointOwed: 0,
      brokerageEnabled: null,
      status: 0,
    });
  });

  it("shows the level with its percentage as text", async () => {
    // Out of everyone's reach: other tests' members must not come to it.
    const reach = { level: 901, experience: 400_000_000 };
    await MemberLevelModel.create([{ _id: 901, name: "Gold", ...reach, discountPercent: 95, description: "5% off" }]);
    const { client } = await buildMember({ levelId: 901 });
    const { data } = await client.get(path);
    expect(data.level).to.deep.equal({
      id: 901,
      name: "Gold",
      level: 901,
      icon: "",
      description: "5% off",
      discountPercent: "95",
      backgroundUrl: "",
    });
  });

  it("is for members alone: strangers, nonsense and operators are 401", async () => {
    const operator = await buildOperator();
    for (const client of [stranger, clientWith("x.y.z"), operator.client])
      expect(await client.get(path)).to.include({ status: 401, code: 401, data: null });
  });
});

describe("createMember", () => {
  it("answers the same member for the same mobile, made by ten at once", async () => {
    await buildMember();
    const mobile = freshMobile();
    const made = await Promise.all(Array.from({ length: 10 }, () => createMember({ mobile })));
    expect(new Set(made.map((member) => member._id)).size).to.equal(1);
    expect(await MemberModel.countDocuments({ mobile })).to.equal(1);
  });

  it("keeps who is there as they are, and vanishes with the transaction around it", async () => {
    const { member } = await buildMember({ nickname: "Old" });
    expect((await createMember({ mobile: member.mobile!, nickname: "New" })).nickname).to.equal("Old");
    const mobile = freshMobile();
    await inTransaction(async () => {
      await createMember({ mobile });
      throw new Error("rolled back");
    }).catch(() => undefined);
    expect(await MemberModel.countDocuments({ mobile })).to.equal(0);
  });

  it("makes members without a mobile, as many as come", async () => {
    const one = await createMember({ mobile: null, nickname: "A" });
    const two = await createMember({ mobile: null, nickname: "B" });
    expect(one._id).not.to.equal(two._id);
  });
});
