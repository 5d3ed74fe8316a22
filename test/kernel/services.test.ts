import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { mongodb } from "#scripts/services/mongodb.mjs";

type Kind = "mongod" | "secantusd-rs" | "secantusd-py";

describe("the stores that scripts start", () => {
  let dataDir: string;
  before(() => void (dataDir = mkdtempSync(join(tmpdir(), "stores-"))));
  after(() => rmSync(dataDir, { recursive: true, force: true }));
  const launched = (kind: Kind, durable: boolean) =>
    mongodb.launch(
      { kind, name: kind, version: "1", program: kind },
      { dataDir, durable, database: "shop" },
      { mongodb: 1 },
    );

  it("only the stand-in of a test run lets pages grow: one that stays is written each minute", () => {
    const grows = (kind: Kind, durable: boolean): boolean => "SECANTUS_MEMORY_PAGE_MAX" in launched(kind, durable).env;
    expect(grows("secantusd-py", false)).to.equal(true);
    for (const durable of [true, false]) expect(grows("mongod", durable)).to.equal(false);
    expect(grows("secantusd-py", true)).to.equal(false);
  });

  it("only one that stays asks the disk before it answers", () => {
    expect(launched("secantusd-py", true).args).to.include("--sync-on-commit");
    expect(launched("secantusd-py", false).args).not.to.include("--sync-on-commit");
  });
});
