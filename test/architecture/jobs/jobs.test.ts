import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect } from "chai";
import "#shared/subscriptions.js";
import { subscriptions } from "#shared/subscriptions.js";
import { definedJobs } from "#shared/kernel/queue/jobs.js";
import { queueNames } from "#shared/kernel/queue/queueNames.js";
import { loadProcessors, workerJobs } from "#workers/processors.js";
import { schedules } from "#workers/schedules.js";

const root = resolve(import.meta.dirname, "../../..");
const texts = ["api", "workers", "shared"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => join(folder, file)),
  )
  .map((file) => readFileSync(join(root, file), "utf8"));

/** Somewhere its open row is moved: by `replace`, or by what does that. */
const isMoved = (name: string): boolean => {
  const job = `${name.split(".")[1]}Job`;
  const moves = new RegExp(
    `\\benqueue\\([^;]*\\b${job}\\b[^;]*replace: true|\\b(lookLater|whenProviderTakesCalls)\\(${job}\\b`,
  );
  return texts.some((text) => moves.test(text));
};

describe("the jobs", () => {
  const jobs = definedJobs().filter((job) => !job.name.startsWith("runtime.") && !job.name.startsWith("test."));

  it("are there", () => {
    expect(jobs.length).to.be.greaterThan(10);
  });

  it("each has exactly one processor, bound to the same job", async () => {
    const bound = workerJobs.map((job) => job.name).sort();
    expect(bound).to.deep.equal(jobs.map((job) => job.name).sort());
    expect((await loadProcessors(queueNames)).size).to.equal(jobs.length);
  });

  it("each is started by something: an enqueue, an ask, an event or a schedule", () => {
    const scheduled = new Set(schedules.map(({ job }) => job.name));
    const reacting = new Set(subscriptions.map(({ job }) => job.name));
    const idle = jobs.filter((job) => {
      if (scheduled.has(job.name) || reacting.has(job.name)) return false;
      const variable = job.name.split(".")[1]!;
      // The constant may be called as the verb or as verb + Job.
      const starts = new RegExp(`\\b(enqueue|enqueueEach|ask)\\(\\s*(${variable}|${variable}Job)\\b`);
      return !texts.some((text) => starts.test(text));
    });
    expect(idle.map((job) => job.name)).to.deep.equal([]);
  });

  it("each is named domain.verbNoun", () => {
    expect(jobs.map((job) => job.name).filter((name) => !/^[a-z]+\.[a-z][A-Za-z]+$/.test(name))).to.deep.equal([]);
  });

  it("what a schedule is said to make good is made good by one that there is", () => {
    const scheduled = new Set(schedules.map(({ job }) => job.name));
    const strays = jobs.filter(({ ignoresRepeats: why }) => why?.because === "schedule" && !scheduled.has(why.by));
    expect(strays.map(({ name }) => name)).to.deep.equal([]);
  });

  it("what is said to be moved is moved somewhere: by `replace`", () => {
    const still = jobs.filter(({ name, ignoresRepeats }) => ignoresRepeats?.because === "moved" && !isMoved(name));
    expect(still.map(({ name }) => name)).to.deep.equal([]);
  });

  it("no queue name or id holds a colon", () => {
    expect(queueNames.filter((name) => name.includes(":"))).to.deep.equal([]);
  });
});
