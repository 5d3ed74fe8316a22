import { expect } from "chai";
import { areaName, areaPath, areaTree, isKnownArea, type Area } from "#shared/domains/member/index.js";
import { stranger } from "#test/support/client.js";

describe("area tree", () => {
  it("everyone may read it, by code 200; leaves have no children key", async () => {
    const reply = await stranger.get<Area[]>("/app-api/system/area/tree");
    expect(reply).to.include({ status: 200, code: 200, msg: "" });
    const zhejiang = reply.data.find((province) => province.id === 330000);
    const hangzhou = zhejiang?.children?.find((city) => city.id === 330100);
    const xihu = hangzhou?.children?.find((district) => district.id === 330106);
    expect(zhejiang?.name).to.equal("浙江省");
    expect(xihu).to.deep.equal({ id: 330106, name: "西湖区" });
    expect(reply.data).to.have.length(34);
  });

  it("every node is under the parent that its path names", () => {
    let seen = 0;
    const walk = (nodes: Area[], above: number[]): void => {
      for (const node of nodes) {
        seen++;
        expect(areaPath(node.id)).to.deep.equal([node.id, ...above]);
        expect(isKnownArea(node.id)).to.equal(true);
        walk(node.children ?? [], [node.id, ...above]);
      }
    };
    walk(areaTree(), [1]);
    expect(seen).to.be.greaterThan(3_500);
  });

  it("an unknown area has no path and no name", () => {
    expect(areaPath(1)).to.deep.equal([]);
    expect(areaPath(999_999)).to.deep.equal([]);
    expect(areaName(999_999)).to.equal("");
    expect(areaName(330106)).to.equal("浙江省 杭州市 西湖区");
  });
});
