import { expect } from "chai";
import { areaName, areaPath, areaTree, isKnownArea } from "#shared/domains/member/index.js";
import type { Area } from "#shared/domains/member/address/area.js";
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

  it("a client that has it gets a 304 without a body, and may keep it for an hour", async () => {
    const path = "/app-api/system/area/tree";
    const first = await stranger.get(path);
    const etag = first.headers.get("etag")!;
    expect(etag).to.match(/^"area-[\w-]{16}"$/);
    expect(first.headers.get("cache-control")).to.equal("public, max-age=3600");
    const again = await stranger.with({ "if-none-match": etag }).get(path);
    expect(again).to.include({ status: 304, text: "" });
    expect(again.headers.get("etag")).to.equal(etag);
    const other = await stranger.with({ "if-none-match": '"another"' }).get(path);
    expect(other).to.include({ status: 200, code: 200 });
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
