import { expect } from "chai";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Deployment } from "./deployment.js";
import { useSharedDeployment } from "./sharedDeployment.js";

/** What a module reads from files that it finds by its own place. */
const served: [path: string, type: string, part: RegExp][] = [
  ["/console/orders", "text/html", /\/console\/assets\/main-[\w-]+\.js/],
  ["/shop", "text/html", /\/shop\/assets\//],
  ["/docs/", "text/html", /swagger/i],
  ["/docs/swagger-ui-bundle.js", "javascript", /./],
  ["/docs/guides", "text/html", /\/docs\/guides\/[\w-]+/],
  ["/docs/changes", "text/html", /<h1/],
  ["/app-api/system/area/tree", "json", /北京/],
];

describe("the programs, bundled as the build makes them", () => {
  let deployment: Deployment;
  useSharedDeployment((one) => (deployment = one));

  for (const [path, type, part] of served)
    it(`find what they serve at ${path}`, async () => {
      const answer = await fetch(deployment.url + path);
      expect(answer.status).to.equal(200);
      expect(answer.headers.get("content-type")).to.contain(type);
      expect(await answer.text()).to.match(part);
    });

  it("say which build they are", async () => {
    const [stamp] = readFileSync(join(process.cwd(), "dist", ".build-stamp"), "utf8").split(" ");
    const rows = await deployment.db.collection("processes").distinct("version");
    expect(rows).to.have.length(1);
    expect(rows[0]).to.match(new RegExp(`^\\d+\\.\\d+\\.\\d+\\+${stamp!.slice(0, 8)}$`));
    expect(readFileSync(join(process.cwd(), "dist/api/index.js"), "utf8")).to.contain("../chunks/");
  });
});
