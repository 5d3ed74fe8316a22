import { expect } from "chai";
import { endpoints } from "#api/routes.js";
import { isOffered, isQueueUsed } from "#shared/kernel/config/providers.js";
import { providerNames, type ProviderGroup } from "#shared/kernel/config/providerGroups.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { startReporting } from "#shared/kernel/process/processes.js";
import { readiness } from "#shared/kernel/process/readiness.js";
import { ask } from "#shared/kernel/queue/ask.js";
import { definedJobs, type JobDefinition } from "#shared/kernel/queue/jobs.js";
import { queueNames } from "#shared/kernel/queue/queueNames.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { ScheduleModel } from "#shared/kernel/queue/scheduleRows.js";
import { startSchedules } from "#workers/runtime/startSchedules.js";
import { schedules } from "#workers/schedules.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { stranger, type Client } from "#test/support/client.js";
import { eventually } from "#test/support/eventually.js";
import { payloadOf, schemaOf } from "#test/support/jobPayloads.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { allBut, NOT_OFFERED, without } from "./support.js";

const cases: [name: string, off: ProviderGroup[]][] = [
  ...providerNames.map((name): [string, ProviderGroup[]] => [name, [name]]),
  ["all but WeChat Pay and SMS", allBut("wechatpay", "sms")],
];

for (const [name, off] of cases)
  describe(`a shop without ${name}`, () => {
    let member: Client;
    let operator: Client;
    before(async () => {
      await startService();
      member = (await buildMember()).client;
      operator = (await buildOperator()).client;
      await runJobs();
    });
    const isOff = ({ needs }: { needs?: JobDefinition["needs"] }): boolean => !isOffered(needs);

    it("answers its endpoints with one code, in both languages, whatever is sent", () =>
      without(off, async () => {
        for (const { method, path, access, reply } of endpoints.filter(isOff)) {
          const client = access.kind === "operator" ? operator : access.kind === "open" ? stranger : member;
          const address = path.replace(/:\w+/g, "1");
          const { code, status, data, msg } = await client[method](address);
          expect([code, status, Boolean(data)], path).to.deep.equal([
            NOT_OFFERED,
            reply === "envelope" ? 200 : 404,
            false,
          ]);
          expect(msg).to.match(/^This is not offered by this shop: /);
          const chinese = await client.with({ "accept-language": "zh-CN" })[method](address);
          expect(chinese.msg).to.match(/^本店未提供此服务：/);
        }
      }));

    it("enqueues none of its jobs, and asks nothing of its workers", () =>
      without(off, async () => {
        for (const job of definedJobs().filter(isOff)) {
          const payload = payloadOf(schemaOf(job), () => undefined);
          const waiting = async (): Promise<number> =>
            (await OutboxModel.countDocuments({ job: job.name })) +
            (await queueNamed(job.queue).getJobs(["wait", "delayed", "active"])).filter((one) => one?.name === job.name)
              .length;
          const before = await waiting();
          if (job.bestEffort && job.options.attempts === 1) {
            const refusal = await ask(job, payload, { timeoutMs: 1_000 }).then(
              () => undefined,
              (error: { code: number }) => error.code,
            );
            expect(refusal, job.name).to.equal(NOT_OFFERED);
          } else await enqueue(job, payload);
          expect(await waiting(), job.name).to.equal(before);
        }
      }));

    it("ticks none of its schedules, and shows none to operators", () =>
      without(off, async () => {
        await startSchedules(schedules)();
        const ticking = schedules.filter(({ needs }) => isOffered(needs)).map(({ job }) => job.name);
        await eventually("the schedules are recorded", async () => {
          const rows = await ScheduleModel.find({}, { _id: 1 }).lean();
          return (
            rows
              .map(({ _id }) => _id)
              .sort()
              .join() === [...ticking].sort().join()
          );
        });
        const listed = await operator.get("/admin-api/infra/job/page?pageSize=100");
        expect(listed.data.total).to.equal(ticking.length);
      }));

    it("is ready without workers for what is off", () =>
      without(off, async () => {
        const stop = await startReporting("worker", queueNames.filter(isQueueUsed));
        try {
          expect(await readiness()).to.deep.include({ ready: true, queuesWithoutWorker: [] });
        } finally {
          await stop();
        }
      }));

    it("says to operators what is off, and the console what to hide", () =>
      without(off, async () => {
        const { data: info } = await operator.get("/admin-api/system/auth/get-permission-info");
        expect(info.providersOff).to.deep.equal(off);
        const { data: listed } = await operator.get("/admin-api/infra/config/list");
        const shown = (listed as { name: string; value: string }[]).filter((row) => row.name.startsWith("provider "));
        expect(shown.map(({ name: title, value }) => [title, value])).to.deep.equal(
          providerNames.map((one) => [`provider ${one}`, off.includes(one) ? "off" : "on"]),
        );
      }));
  });

describe("what stands on providers", () => {
  /** Providers that no endpoint, job or schedule stands on alone. */
  const others: Partial<Record<ProviderGroup, string>> = {
    alipay: "its channels",
    "social-website": "one type of sign-in",
    "social-app": "one type of sign-in",
    kuaidi100: "the other tracker goes on",
    kdniao: "the other tracker goes on",
  };
  it("is told of each: something is off without it", async () => {
    for (const group of providerNames)
      await without([group], async () => {
        const off = [...endpoints, ...definedJobs(), ...schedules].filter(({ needs }) => !isOffered(needs));
        expect(off.length > 0, group).to.equal(!(group in others));
      });
  });

  it("queues that are not used have jobs of providers alone", () =>
    without([...providerNames], async () => {
      const unused = queueNames.filter((queue) => !isQueueUsed(queue));
      expect(unused).to.deep.equal(["sms", "mail", "social", "im", "logistics", "vod"]);
      const left = definedJobs().filter(({ queue, needs }) => unused.includes(queue) && isOffered(needs));
      // What deletes a member's videos here.
      const ours = left.map(({ name }) => name).filter((name) => !name.startsWith("test."));
      expect(ours.sort()).to.deep.equal(["video.forgetUploader", "video.removeVideo"]);
    }));
});
