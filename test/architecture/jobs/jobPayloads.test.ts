import { expect } from "chai";
import { z } from "zod";
import "#shared/subscriptions.js";
import { definedEvents } from "#shared/kernel/queue/events.js";
import { workerJobs } from "#workers/processors.js";
import { fieldsOf, schemaOf, type FieldSchema } from "#test/support/jobPayloads.js";

/** What a browser says of a visit, or of itself: nothing that the shop has a row of, and nothing that moves money. */
const wordsOfVisitors = ["analytics.storeEvents", "analytics.storeStay", "analytics.storePath"];
/** Words by which an amount, an outcome or a state is called. */
const decides =
  /(fen|price|amount|balance|money|fee|rate|discount|point|experience|stock|succe|fail|outcome|result|status|state|paid|refunded|closed|valid|approved|reason)/i;

const faultsOf = (schema: FieldSchema): string[] =>
  fieldsOf(schema)
    .filter(([path, { type }]) => type === "boolean" || decides.test(path))
    .map(([path]) => path);

describe("the payload of a job", () => {
  const jobs = workerJobs;

  it("carries no amount, no flag and no outcome: who writes one must not decide about money", () => {
    const faults = jobs
      .filter(({ name }) => !wordsOfVisitors.includes(name))
      .flatMap((job) => faultsOf(schemaOf(job)).map((path) => `${job.name}: ${path}`));
    expect(faults).to.deep.equal([]);
  });

  it("nor does an event, of which reactions are made", () => {
    const faults = definedEvents().flatMap(({ name, payload }) =>
      faultsOf(z.toJSONSchema(payload, { io: "input", unrepresentable: "any" }) as FieldSchema).map(
        (path) => `${name}: ${path}`,
      ),
    );
    expect(faults).to.deep.equal([]);
  });

  it("would be found if it did", () => {
    const forged = z.object({
      refundId: z.number(),
      succeeded: z.boolean(),
      parts: z.array(z.object({ payFen: z.number() })),
    });
    const schema = z.toJSONSchema(forged, { io: "input" }) as FieldSchema;
    expect(faultsOf(schema)).to.deep.equal(["succeeded", "parts.payFen"]);
  });

  it("of visitors is still one of a job that there is", () => {
    const names = jobs.map(({ name }) => name);
    expect(wordsOfVisitors.filter((name) => !names.includes(name))).to.deep.equal([]);
  });
});
