import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { resolve } from "node:path";
import { expect } from "chai";
import { refusalCodes } from "#api/http/documents/refusalCodes.js";
import { endpoints } from "#api/routes.js";
import { queueNames } from "#shared/kernel/queue/queueNames.js";
import { loadProcessors } from "#workers/processors.js";
import { errorsTable } from "#scripts/errors/table.js";

const root = resolve(import.meta.dirname, "../..");

describe("the codes that endpoints may refuse with", () => {
  it("are those of the sources as they are now (npm run errors)", async function () {
    this.timeout(60_000);
    // In a process of its own: what notes where endpoints stand must be there before the routes are loaded.
    const script = resolve(root, "dist/scripts/errors/index.js");
    const { stdout } = await promisify(execFile)(process.execPath, ["--enable-source-maps", script, "print"], {
      cwd: root,
      maxBuffer: 1024 * 1024,
    });
    expect(readFileSync(resolve(root, "api/http/documents/refusalCodes.ts"), "utf8")).to.equal(stdout);
  });

  it("are found behind doors, lists of choices, patterns of endpoints and asks to workers", () => {
    const among: Record<string, number[]> = {
      "put /admin-api/trade/after-sale/refund": [1011000100, 1007006000],
      "post /app-api/trade/order/create": [1008006004, 1013005002, 1011003006],
      "post /admin-api/infra/job/act": [1001001002, 1001001005],
      "get /admin-api/website/demo/get": [1017001000],
      "post /app-api/cloudlive/im/getGroupInfo": [1015004000, 503],
      "get /admin-api/trade/order/export": [400, 503],
    };
    for (const [name, codes] of Object.entries(among)) expect(refusalCodes[name], name).to.include.members(codes);
    expect(refusalCodes["get /admin-api/system/role/page"]).to.deep.equal([]);
    expect(Object.keys(refusalCodes).length).to.equal(endpoints.length);
  });
});

describe("shared/errors.md", () => {
  it("is what the declarations say (npm run errors)", async () => {
    await loadProcessors(queueNames);
    expect(readFileSync(resolve(import.meta.dirname, "../../shared/errors.md"), "utf8")).to.equal(errorsTable());
  });
});
