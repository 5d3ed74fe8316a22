import { expect } from "chai";
import { LicenseModel } from "#shared/domains/license/license.model.js";
import { revokeLicense } from "#shared/domains/license/index.js";
import { clock, days } from "#shared/kernel/time/clock.js";
import { buildLicense } from "#test/factories/license.js";
import { buildLevel, removeLevels } from "#test/factories/level.js";
import { buildMember } from "#test/factories/member.js";
import { stranger } from "#test/support/client.js";

const PROFILE = "/app-api/website/user/profile";

describe("the site's user center", () => {
  it("shows the member; level and company are null without them", async () => {
    const { member, client } = await buildMember({ nickname: "小茶", avatar: "public/demo/a.png" });
    const reply = await client.get(PROFILE);
    expect(reply.code, reply.msg).to.equal(0);
    expect(Object.keys(reply.data).sort()).to.deep.equal(
      ["id", "nickname", "avatar", "mobile", "level", "companyName"].sort(),
    );
    expect(reply.data).to.deep.include({ id: member._id, nickname: "小茶", mobile: member.mobile, companyName: null });
    expect(reply.data.avatar).to.match(/^http.*a\.png$/);
    expect((await stranger.get(PROFILE)).status).to.equal(401);
  });

  it("the level is told by its name", async () => {
    const level = await buildLevel();
    const { client } = await buildMember({ levelId: level._id });
    expect((await client.get(PROFILE)).data.level).to.equal(level.name);
    await removeLevels(level);
  });

  it("the company is that of a good license: not expired, not revoked, not altered", async () => {
    const { member, client } = await buildMember();
    const memberId = member._id;
    const companyName = async (): Promise<string | null> => (await client.get(PROFILE)).data.companyName;
    await buildLicense({ memberId, companyName: "过期公司", expiresAt: clock.after(-days(3)) });
    expect(await companyName()).to.equal(null);
    const { license } = await buildLicense({ memberId, companyName: "西湖茶业" });
    expect(await companyName()).to.equal("西湖茶业");
    const { license: newer } = await buildLicense({ memberId, companyName: "改名公司" });
    await LicenseModel.updateOne({ _id: newer._id }, { $set: { companyName: "别家公司" } });
    expect(await companyName()).to.equal("西湖茶业");
    await revokeLicense(license._id);
    expect(await companyName()).to.equal(null);
    expect((await (await buildMember()).client.get(PROFILE)).data.companyName).to.equal(null);
  });
});
