import { expect } from "chai";
import "#shared/subscriptions.js";
import { definedJobs, type JobDefinition } from "#shared/kernel/queue/jobs.js";
import { subjectsOf } from "#shared/kernel/queue/subjects.js";
import { payloadOf, schemaOf } from "#test/support/jobPayloads.js";
import { workerJobs } from "#workers/processors.js";

/** Ids that no operator would look for, and why. */
const exceptions: Record<string, string> = {
  "chat.applyCommands.commandId": "a command is known by its group alone",
  "website.recordDownload.downloadId": "a row that the job itself writes: the package and the member lead to it",
};

/** Each field with a number of its own, so that none is taken for another. */
function examplePayload(job: JobDefinition): Record<string, unknown> {
  let last = 100;
  const numbered = payloadOf(schemaOf(job), (_, { type }) => (type === "integer" ? ++last : undefined));
  return job.payload.parse(numbered) as Record<string, unknown>;
}

describe("what a durable job is about", () => {
  const jobs = workerJobs.filter(({ bestEffort }) => !bestEffort);

  it("is every id that its payload has", () => {
    const faults: string[] = [];
    for (const job of jobs) {
      const payload = examplePayload(job);
      const said = subjectsOf(job.about?.(payload as never) ?? {});
      for (const [name, value] of Object.entries(payload)) {
        if (!/Ids?$/.test(name) || exceptions[`${job.name}.${name}`] || name === "sealedId") continue;
        for (const id of [value].flat())
          if (!said.some((one) => one.endsWith(`:${String(id)}`))) faults.push(`${job.name}.${name}`);
      }
    }
    expect(faults).to.deep.equal([]);
  });

  it("is of kinds that bear the name of an id in a payload, or end in it", () => {
    // The letter of a best-effort job that failed for good says it too.
    const payloads = workerJobs.map((job) => [job, examplePayload(job)] as const);
    const ids = payloads.flatMap(([, payload]) => Object.keys(payload)).map((name) => name.replace(/s$/, ""));
    const ends = ids.map((id) => id[0]!.toUpperCase() + id.slice(1));
    const kinds = payloads.flatMap(([job, payload]) => Object.keys(job.about?.(payload as never) ?? {}));
    const strays = kinds.filter((kind) => !ids.includes(kind) && !ends.some((end) => kind.endsWith(end)));
    expect(strays).to.deep.equal([]);
  });

  it("the exceptions are of jobs that there are", () => {
    const names = definedJobs().map(({ name }) => name);
    const strays = Object.keys(exceptions).filter((one) => !names.includes(one.split(".").slice(0, 2).join(".")));
    expect(strays).to.deep.equal([]);
  });
});
