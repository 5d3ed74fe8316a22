import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect } from "chai";
import { endpoints } from "#api/routes.js";
import { keyedCalls, memberDocument, operatorsDocument } from "#scripts/client/documents.js";
import { keyedCalls as written } from "#scripts/client/src/keyedCalls.js";

const folder = resolve(import.meta.dirname, "../../scripts/client");
const document = memberDocument(endpoints);
const pathsOf = (made: object): string[] => Object.keys((made as { paths: object }).paths);

describe("the client's generated files", () => {
  it("know the calls that take an Idempotency-Key (npm run client writes them)", () => {
    expect([...written]).to.deep.equal(keyedCalls(document));
    expect([...written]).to.include("post /app-api/trade/order/create");
  });

  it("are of members' calls alone: nothing of operators, no callback, no page, no sign-in without proof", () => {
    const strays = pathsOf(document).filter((path) =>
      /^\/(admin-api|callback|media|pay\/qr-code)|dev-login/.test(path),
    );
    expect(strays).to.deep.equal([]);
    expect(pathsOf(document)).to.include.members(["/app-api/trade/order/create", "/member/invoiceInfo/fileLink/{id}"]);
  });

  it("the operators' document is of theirs alone", () => {
    const paths = pathsOf(operatorsDocument(endpoints));
    expect(paths.filter((path) => !path.startsWith("/admin-api/"))).to.deep.equal([]);
    expect(paths).to.include("/admin-api/system/auth/login");
  });

  it("the package needs no other at run time", () => {
    const { dependencies, peerDependencies } = JSON.parse(
      readFileSync(resolve(folder, "package.json"), "utf8"),
    ) as Record<string, object>;
    expect({ ...dependencies, ...peerDependencies }).to.deep.equal({});
  });
});
