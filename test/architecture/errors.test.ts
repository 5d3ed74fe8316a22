import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect } from "chai";
import "#api/routes.js";
import { queueNames } from "#shared/kernel/queue/queueNames.js";
import { loadProcessors } from "#workers/processors.js";
import { errorsTable } from "#scripts/errors/table.js";

describe("shared/errors.md", () => {
  it("is what the declarations say (npm run errors)", async () => {
    await loadProcessors(queueNames);
    expect(readFileSync(resolve(import.meta.dirname, "../../shared/errors.md"), "utf8")).to.equal(errorsTable());
  });
});
