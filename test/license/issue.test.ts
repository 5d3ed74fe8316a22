import { createPublicKey, verify } from "node:crypto";
import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import {
  getLicense,
  licensePublicKeys,
  licenseText,
  rotateLicenseKey,
  verifyLicense,
} from "#shared/domains/license/index.js";
import { LicenseModel } from "#shared/domains/license/license.model.js";
import { clock, days } from "#shared/kernel/time/clock.js";
import { buildLicense, freshDomain } from "#test/factories/license.js";
import { buildMember } from "#test/factories/member.js";
import { buildWebsiteProduct } from "#test/factories/website.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";

const ISSUE = "/admin-api/website/license/issue";
const REVOKE = "/admin-api/website/license/revoke";
const PAGE = "/admin-api/website/license/page";

describe("licenses in operators' hands", () => {
  let operator: BuiltOperator;
  before(async () => {
    operator = await buildOperator(["website:license:issue", "website:license:revoke", "website:license:query"]);
  });

  async function body(overrides: object = {}) {
    const { member } = await buildMember();
    return {
      userId: member._id,
      productId: await buildWebsiteProduct(),
      productName: "商城 Pro",
      domainName: freshDomain(),
      companyName: "示例公司",
      expirationTime: clock.ms() + days(30),
      ...overrides,
    };
  }

  it("one is issued, and is the member's at once", async () => {
    const asked = await body();
    const issued = await operator.client.post(ISSUE, asked);
    expect(issued, issued.msg).to.include({ status: 200, code: 0 });
    expect(issued.data.authorizationNo).to.match(/^L([0-9A-HJKMNP-TV-Z]{5}-?){4}$/);
    const read = await operator.client.get(`/admin-api/website/license/get?id=${issued.data.id}`);
    expect(read.data).to.include({
      ...asked,
      id: issued.data.id,
      authorizationNo: issued.data.authorizationNo,
      status: 0,
      revokeTime: null,
    });
  });

  it("without a product name it takes the title that the site shows, and keeps it", async () => {
    const productId = await buildWebsiteProduct({ title: "商城旗舰版" });
    const issue = async (change: object) => {
      const issued = await operator.client.post(ISSUE, await body({ productName: undefined, ...change }));
      expect(issued.code, issued.msg).to.equal(0);
      return (await getLicense(issued.data.id)).productName;
    };
    expect(await issue({ productId })).to.equal("商城旗舰版");
    expect(await issue({ productId, productName: "别名" })).to.equal("别名");
  });

  it("none is issued for a product that there is not", async () => {
    for (const change of [{}, { productName: undefined }]) {
      const asked = await body({ ...change, productId: 999_999_999 });
      const refused = await operator.client.post(ISSUE, asked);
      expect([refused.code, refused.data]).to.deep.equal([1017001000, null]);
      expect(await LicenseModel.countDocuments({ memberId: asked.userId })).to.equal(0);
    }
  });

  it("a past date may be issued where that is confirmed: it has expired already", async () => {
    const asked = await body({ expirationTime: clock.ms() - days(3) });
    const issued = await operator.client.post(ISSUE, { ...asked, confirm: true });
    expect(issued.code).to.equal(0);
    expect(await verifyLicense({ domainName: asked.domainName })).to.include({ fault: "expired" });
  });

  it("is signed with Ed25519 over its documented text, which anyone with the public key may check", async () => {
    const { license } = await buildLicense({ domainName: "例子.中国", companyName: "公司" });
    const text = licenseText(license);
    expect(JSON.parse(text)).to.deep.equal([
      "license-1",
      license.authorizationNo,
      license.memberId,
      1,
      "Shop",
      "例子.中国",
      "公司",
      license.authorizedAt.getTime(),
      license.expiresAt.getTime(),
    ]);
    const keys = await licensePublicKeys();
    const key = createPublicKey(keys.find(({ keyId }) => keyId === license.keyId)!.publicKey);
    expect(verify(null, Buffer.from(text, "utf8"), key, Buffer.from(license.signature, "base64"))).to.equal(true);
  });

  it("after a rotation another key signs, and what the old one signed still verifies", async () => {
    const { license: old } = await buildLicense();
    const { keyId } = await rotateLicenseKey();
    const { license: fresh } = await buildLicense();
    expect(keyId).to.equal(old.keyId + 1);
    expect(fresh.keyId).to.equal(keyId);
    for (const { authorizationNo } of [old, fresh])
      expect((await verifyLicense({ authorizationNo })).fault).to.equal(undefined);
  });

  it("a row that was changed by hand has no valid signature", async () => {
    const changes = [
      { companyName: "Somebody else" },
      { domainName: "other.example.com" },
      { domainKey: "other.example.com" },
      { expiresAt: clock.after(days(3_000)) },
      { memberId: 1 },
      { signature: "AAAA" },
      { keyId: 999 },
    ];
    for (const change of changes) {
      const { license } = await buildLicense();
      await LicenseModel.updateOne({ _id: license._id }, { $set: change });
      const { fault } = await verifyLicense({ authorizationNo: license.authorizationNo });
      expect(fault, JSON.stringify(change)).to.equal("signature");
    }
  });

  it("revoked once, it stays revoked; the second time is refused by name", async () => {
    const { license } = await buildLicense();
    const revoked = await operator.client.put(REVOKE, { id: license._id });
    expect(revoked).to.include({ code: 0, data: true });
    expect(await operator.client.put(REVOKE, { id: license._id })).to.include({ code: 1018000002, data: false });
    expect(await operator.client.put(REVOKE, { id: 999_999_999 })).to.include({ code: 1018000001, data: false });
    expect((await getLicense(license._id)).status).to.equal(1);
  });

  it("issuing and revoking are in the audit log; the number is not", async () => {
    const issued = await operator.client.post(ISSUE, await body());
    await operator.client.put(REVOKE, { id: issued.data.id });
    const rows = await OperationLogModel.find({ module: "website", bizId: String(issued.data.id) })
      .sort({ _id: 1 })
      .lean();
    expect(rows.map(({ action }) => action)).to.deep.equal(["license.issue", "license.revoke"]);
    expect(rows.every(({ operatorId }) => operatorId === operator.operator._id)).to.equal(true);
    expect(JSON.stringify(rows)).not.to.contain(issued.data.authorizationNo);
  });

  it("the page filters, newest first", async () => {
    const { license, owner } = await buildLicense();
    const { license: newer } = await buildLicense({ memberId: owner!.member._id });
    const both = await operator.client.get(`${PAGE}?userId=${owner!.member._id}`);
    expect(both.data.total).to.equal(2);
    expect(both.data.list.map(({ id }: { id: number }) => id)).to.deep.equal([newer._id, license._id]);
    const one = await operator.client.get(`${PAGE}?domainName=${license.domainName.toUpperCase()}`);
    expect(one.data.list.map(({ id }: { id: number }) => id)).to.deep.equal([license._id]);
    const byNo = await operator.client.get(`${PAGE}?authorizationNo=${newer.authorizationNo}&status=0`);
    expect(byNo.data.total).to.equal(1);
  });

  it("wrong input is 400 and names the field", async () => {
    const wrong: [object, string][] = [
      [{ userId: "x" }, "userId"],
      [{ productId: 0 }, "productId"],
      [{ domainName: "" }, "domainName"],
      [{ domainName: "https://a.example.com/x" }, "domainName"],
      [{ domainName: "*.example.com" }, "domainName"],
      [{ companyName: { $gt: "" } }, "companyName"],
      [{ expirationTime: "tomorrow" }, "expirationTime"],
    ];
    for (const [change, field] of wrong) {
      const reply = await operator.client.post(ISSUE, await body(change));
      expect(reply.status, reply.msg).to.equal(400);
      expect(reply.msg).to.match(new RegExp(`^${field}:`));
    }
    const nobody = await operator.client.post(ISSUE, await body({ userId: 999_999_999 }));
    expect(nobody.code).to.equal(1004001000);
  });

  it("strangers get 401, members 401, operators without the right 403", async () => {
    const { client } = await buildMember();
    const without = await buildOperator(["trade:order:query"]);
    for (const path of [PAGE, "/admin-api/website/license/get?id=1"]) {
      expect((await stranger.get(path)).status).to.equal(401);
      expect((await client.get(path)).status).to.equal(401);
      expect((await without.client.get(path)).status).to.equal(403);
    }
    expect((await stranger.post(ISSUE)).status).to.equal(401);
    expect((await without.client.post(ISSUE)).status).to.equal(403);
    expect((await without.client.put(REVOKE)).status).to.equal(403);
  });
});
