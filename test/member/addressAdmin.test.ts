import { expect } from "chai";
import { buildAddress } from "#test/factories/address.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";

const LIST = "/admin-api/member/address/list";

describe("a member's addresses for operators", () => {
  it("are read with a right of their own; mobiles whole only for who sees the members", async () => {
    const { member, client: own } = await buildMember();
    const first = await buildAddress(member._id);
    const second = await buildAddress(member._id, { detailAddress: "Road 2", mobile: "13812345678" });
    await buildAddress((await buildMember()).member._id);
    const path = `${LIST}?userId=${member._id}`;
    const { client: reader } = await buildOperator(["member:address:query"]);
    const { client: seer } = await buildOperator(["member:address:query", "member:user:query"]);
    const { client: other } = await buildOperator(["member:user:query"]);
    const masked = await reader.get(path);
    expect(masked.code, masked.msg).to.equal(0);
    const facts = masked.data.map(({ id, userId, mobile }: Record<string, unknown>) => [id, userId, mobile]);
    expect(facts).to.deep.equal([
      [second._id, member._id, "138****5678"],
      [first._id, member._id, "139****1111"],
    ]);
    const whole = (await seer.get(path)).data.map(({ mobile }: { mobile: string }) => mobile);
    expect(whole).to.deep.equal(["13812345678", "13900001111"]);
    expect((await reader.get(LIST)).msg).to.match(/^userId/);
    expect((await reader.get(`${LIST}?userId=999999999`)).data).to.deep.equal([]);
    const statuses = [await stranger.get(path), await own.get(path), await other.get(path)].map(({ status }) => status);
    expect(statuses).to.deep.equal([401, 401, 403]);
  });
});
