import { expect } from "chai";
import { successCode } from "#api/http/envelope.js";
import { endpoints } from "#api/routes.js";
import { comingLater } from "./comingLater.js";
import { specEndpoints } from "./specEndpoints.js";

const nameOf = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path.replace(/[:{](\w+)\}?/g, "{$1}")}`;

describe("the routes and the interface", () => {
  const routed = new Map(endpoints.map((endpoint) => [nameOf(endpoint.method, endpoint.path), endpoint]));
  const later = new Set(comingLater);

  it("the interface has 125 different pairs of method and path", () => {
    expect(new Set(specEndpoints.map(([method, path]) => nameOf(method, path))).size).to.equal(125);
  });

  it("every pair is routed, or named as still to come", () => {
    const missing = specEndpoints
      .map(([method, path]) => nameOf(method, path))
      .filter((name) => !routed.has(name) && !later.has(name));
    expect(missing).to.deep.equal([]);
  });

  it("nothing that is named as still to come is routed already, or unknown to the interface", () => {
    const known = new Set(specEndpoints.map(([method, path]) => nameOf(method, path)));
    expect([...later].filter((name) => routed.has(name) || !known.has(name))).to.deep.equal([]);
  });

  it("no pair is routed twice", () => {
    expect(endpoints.length).to.equal(routed.size);
  });

  for (const [method, path, code, access] of specEndpoints) {
    const name = nameOf(method, path);
    const endpoint = routed.get(name);
    if (!endpoint) continue;
    it(`${name} answers ${code} to ${access}`, () => {
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
      "stream/none GET /media/*key",
      "raw/raw POST /callback/express",
      "raw/raw POST /callback/pay/{channelId}",
      "raw/raw POST /callback/pay/{channelId}/refund",
      "stream/none GET /pay/qr-code/{token}",
      "raw/raw POST /callback/live",
    ]);
  });
});
