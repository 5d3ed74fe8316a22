import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect } from "chai";
import sinon from "sinon";
import { sharesOf } from "#scripts/tests/budgets.mjs";
import { figuresOf } from "#scripts/tests/figures.mjs";
import { planParts } from "#scripts/tests/planParts.mjs";
import { runAgain, type Outcome } from "#scripts/tests/runAgain.mjs";
import { readReach } from "#scripts/tests/reach.mjs";
import { testFiles } from "#scripts/tests/testFiles.mjs";

const root = resolve(import.meta.dirname, "../..");

describe("a run of all tests", () => {
  const files = testFiles(root);

  it("has every test file in one part, whatever the number of lanes", () => {
    for (const lanes of [1, 2, 4]) {
      const rounds = planParts(root, files, lanes);
      expect(rounds.flat().flatMap((part) => part.files)).to.have.members(files);
    }
  });

  it("has a budget for each folder, beyond which it is named", () => {
    const folders = [...new Set(files.map((file) => file.split("/")[1]!))].map((folder) => ({ folder, ms: 1_000 }));
    const shares = sharesOf([...folders, { folder: "faults", ms: 0 }, { folder: "new", ms: 1_000 * folders.length }]);
    const beyond = shares.filter(({ percent, budget }) => percent > budget);
    expect(beyond.map(({ folder, percent, budget }) => [folder, percent, budget])).to.deep.equal([["new", 50, 3]]);
    expect(sharesOf([]), "a run of nothing").to.deep.equal([]);
  });

  it("keeps the files of a part to one folder, and the faults to rounds of their own", () => {
    const folderOf = (file: string) => file.split("/")[1];
    const rounds = planParts(root, files, 2);
    for (const part of rounds.flat()) expect(new Set(part.files.map(folderOf)), part.name).to.have.lengthOf(1);
    const [, ...faults] = rounds;
    expect(faults.map((round) => round.length)).to.deep.equal([2, 1]);
    expect(new Set(faults.flat(2).flatMap((part) => part.files.map(folderOf)))).to.deep.equal(new Set(["faults"]));
  });

  it("takes those first that take long", () => {
    const times = planParts(root, files, 3)[0]!.map(({ ms }) => ms);
    expect(times).to.deep.equal(times.toSorted((a, b) => b - a));
  });
});

describe("a clock that a test fakes for its whole process", () => {
  it("leaves alone what the drivers of the stores wait by: a wait that is lost with it never ends", () => {
    const left = ["Date", "performance", "setInterval", "clearInterval"];
    const taken = testFiles(root).flatMap((file) =>
      [...readFileSync(resolve(root, file), "utf8").matchAll(/\buseFakeTimers(\([^;]*);/g)]
        .filter(([, settings = ""]) => {
          const faked = /toFake: \[([^\]]*)\]/.exec(settings)?.[1]?.match(/\w+/g) ?? ["all"];
          const clears = !faked.includes("clearInterval") || settings.includes("shouldClearNativeTimers: true");
          return !clears || faked.some((name) => !left.includes(name));
        })
        .map(([call]) => `${file}: ${call}`),
    );
    expect(taken).to.deep.equal([]);
  });
});

describe("what a change can touch", () => {
  const reach = readReach(root);

  it("is reached by an import, also through an index that passes it on", () => {
    const reached = reach("test/license/issue.test.ts");
    expect(reached).to.include("test/license/issue.test.ts");
    expect(reached).to.include("shared/domains/license/issueLicense.ts");
    expect(reached).to.include("shared/domains/license/index.ts");
    expect(reached).not.to.include("shared/domains/trade/checkout/placeOrder.ts");
  });

  it("is reached by the path that is called, and by what follows from a job or an event", () => {
    const reached = reach("test/factories/order.ts");
    expect(reached, "its endpoint").to.include("shared/domains/trade/checkout/placeOrder.ts");
    expect(reached, "a job that placing enqueues").to.include("shared/domains/trade/order/expireOrder.ts");
    expect(reached, "a reaction to its payment").to.include("shared/domains/trade/order/markOrderPaid.ts");
    expect(reached, "what binds the two").to.include("workers/trade.ts");
    expect(reached, "what runs another job of that table").not.to.include("shared/domains/trade/parcel/pollParcels.ts");
  });
});

describe("the figures of a test process", () => {
  it("are those at its end, and missing when it did not come there", () => {
    const text = "  ✔ waits for a passing (a figure) bus\n\n  3 passing (2s)\n  1 pending\n  1 failing\n\n  1) it\n";
    expect(figuresOf(text)).to.include({ told: true, passing: 3, pending: 1, failing: 1, last: "" });
    expect(figuresOf("  ✔ one\n")).to.include({ told: false, passing: 0, last: "  ✔ one\n" });
  });
});

describe("what failed in a run that decides about a change", () => {
  const times = { beforeFirst: 0, files: {}, cpu: {}, startedCpu: {}, failed: [] as string[] };
  const passed = {
    told: true,
    passing: 3,
    pending: 0,
    failing: 0,
    failures: "",
    last: "",
    code: 0,
    signal: null,
    ms: 1,
  };
  const part = (name: string) => ({ name, files: [`test/${name}/one.test.ts`], ms: 0 });
  const well: Outcome = { ...passed, times, part: part("pay") };
  const failed = { ...well, passing: 2, failing: 1, code: 1, times: { ...times, failed: ["test/trade/a.test.ts"] } };
  const dead = { ...well, told: false, passing: 0, code: 1, signal: "SIGKILL", part: part("kernel") };
  beforeEach(() => sinon.stub(console, "error"));
  afterEach(() => sinon.restore());

  /** What ran again, and the outcomes, when those that run again end like this. */
  async function again(outcomes: Outcome[], ends: Partial<Outcome>) {
    const ran: string[][] = [];
    const run = (_compiled: string, files: string[]) => {
      ran.push(files);
      return Promise.resolve({ ...passed, ...ends, times });
    };
    const result = await runAgain([{ run }], outcomes, {
      compiled: "",
      isStopping: () => false,
      show: () => undefined,
    });
    return { ran, sums: result.map(({ told, passing, failing, code }) => [told, passing, failing, code]) };
  }

  it("is run once more by itself; what passes then counts", async () => {
    const { ran, sums } = await again([well, failed], {});
    expect(ran).to.deep.equal([["test/trade/a.test.ts"]]);
    expect(sums).to.deep.equal(Array.from({ length: 2 }, () => [true, 3, 0, 0]));
  });

  it("has failed when it fails once more, and whatever a part that died or broke after its tests leaves", async () => {
    const still = [[true, 2, 1, 1]];
    expect((await again([failed], { code: 1, failing: 1 })).sums).to.deep.equal(still);
    expect((await again([failed], { told: false, code: 1 })).sums).to.deep.equal(still);
    for (const other of [dead, { ...well, code: 1 }]) expect((await again([failed, other], {})).ran).to.deep.equal([]);
  });
});
