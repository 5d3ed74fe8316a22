import { expect } from "chai";
import { successCode } from "#api/http/envelope.js";
import { endpoints } from "#api/routes.js";
import { specEndpoints } from "./specEndpoints.js";

const nameOf = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path.replace(/[:{](\w+)\}?/g, "{$1}")}`;

describe("the routes and the interface", () => {
  const routed = new Map(endpoints.map((endpoint) => [nameOf(endpoint.method, endpoint.path), endpoint]));

  it("the interface has 125 different pairs of method and path", () => {
    expect(new Set(specEndpoints.map(([method, path]) => nameOf(method, path))).size).to.equal(125);
  });

  it("every pair is routed", () => {
    const missing = specEndpoints.map(([method, path]) => nameOf(method, path)).filter((name) => !routed.has(name));
    expect(missing).to.deep.equal([]);
  });

  it("no pair is routed twice", () => {
    expect(endpoints.length).to.equal(routed.size);
  });

  for (const [method, path, code, access] of specEndpoints) {
    const name = nameOf(method, path);
    it(`${name} answers ${code} to ${access}`, () => {
      const endpoint = routed.get(name)!;
      // A public path may look at a token that is sent along.
      const kinds = access === "open" ? ["open", "memberIfSignedIn"] : [access];
      expect(successCode(endpoint.path)).to.equal(code);
      expect(endpoint.access.kind).to.be.oneOf(kinds);
    });
  }

  it("only these are not enveloped JSON", () => {
    const others = endpoints.filter((endpoint) => endpoint.reply !== "envelope" || endpoint.body === "raw");
    expect(
      others.map((endpoint) => `${endpoint.reply}/${endpoint.body} ${nameOf(endpoint.method, endpoint.path)}`),
    ).to.deep.equal([
      "stream/none GET /admin-api/system/operate-log/export",
      "stream/none GET /admin-api/infra/flow/stream",
      "stream/none GET /admin-api/infra/dead-letter/export",
      "stream/none GET /media/*key",
      "raw/raw POST /callback/express",
      "raw/raw POST /callback/pay/{channelId}",
      "raw/raw POST /callback/pay/{channelId}/refund",
      "stream/none GET /pay/qr-code/{token}",
      "stream/none GET /member/invoiceInfo/file/{id}",
      "stream/none GET /admin-api/member/invoice/file",
      "raw/raw POST /callback/invoice",
      "raw/raw POST /callback/live",
      "raw/raw POST /callback/vod",
      "raw/raw POST /admin-api/cloudvod/callback",
      "html/none GET /app-api/website/auth/scan",
      "html/none GET /app-api/website/auth/callback",
      "stream/none GET /admin-api/website/download-log/export",
      "stream/none GET /admin-api/trade/order/export",
      "stream/none GET /admin-api/trade/after-sale/export",
      "stream/none GET /admin-api/pay/order/export",
      "stream/none GET /admin-api/pay/refund/export",
      "stream/none GET /admin-api/pay/wallet-transaction/export",
      "stream/none GET /admin-api/member/user/export",
      "stream/none GET /admin-api/member/invoice/export",
      "stream/none GET /admin-api/promotion/coupon/export",
      "stream/none GET /admin-api/product/spu/export",
      "stream/none GET /admin-api/product/stock-movement/export",
      "stream/none GET /admin-api/website/license/export",
      "stream/none GET /admin-api/system/login-log/export",
    ]);
  });
});
