import { expect } from "chai";
import type { ReceivedMail } from "#scripts/sandbox/mail/mailbox.js";
import { byDefaultOne, expectInvariants, pause, say, soon } from "../experiment.js";
import type { Deployment } from "../deployment.js";
import { useSharedDeployment } from "../sharedDeployment.js";
import { control, seeded } from "../shoppers.js";

const LETTERS = 12;
const OPERATORS = "operators@shop.example";
const outages = [
  { name: "refuses all", fault: { mode: "error" } },
  { name: "takes mails and never says so", fault: { mode: "timeout", after: true } },
  { name: "hangs", fault: { mode: "timeout" } },
];

describe("faults of a mail server that is down", function () {
  this.timeout(300_000);
  let deployment: Deployment;

  useSharedDeployment((one) => (deployment = one));
  afterEach("the invariants hold", async () => {
    await control(deployment, "DELETE", "/faults");
    await expectInvariants(deployment);
  });

  const write = async (subject: string): Promise<{ status: number; code: number }> => {
    const response = await fetch(`${deployment.url}/app-api/website/about/message`, {
      method: "POST",
      headers: { "content-type": "application/json", terminal: "20" },
      body: JSON.stringify({ name: "访客", email: "visitor@example.com", subject, message: "您好，请联系我" }),
    });
    return { status: response.status, code: ((await response.json()) as { code: number }).code };
  };

  for (const [turn, seed] of byDefaultOne.entries()) {
    const { name, fault } = outages[turn % outages.length]!;
    it(`visitors write as ever while it ${name}, and each message arrives as one mail (seed ${seed})`, async () => {
      const random = seeded(seed);
      const subjects = Array.from({ length: LETTERS }, (_, place) => `faults-${seed}-${place}`);
      const arrived = async (): Promise<ReceivedMail[]> =>
        (await control<ReceivedMail[]>(deployment, "GET", `/mails?to=${OPERATORS}`)).filter(({ subject }) =>
          subjects.some((one) => subject.endsWith(one)),
        );
      await control(deployment, "PUT", "/faults", { platform: "mail", count: 10_000, ...fault });
      const begun = Date.now();
      const answers = await Promise.all(subjects.map(write));
      const slowestMs = Date.now() - begun;
      expect(answers.filter(({ status, code }) => status !== 200 || code !== 0)).to.deep.equal([]);
      await pause(2_000 + random() * 2_000);
      // A worker in the middle of it dies as well.
      await deployment.worker.kill("SIGKILL");
      await deployment.worker.start();
      await pause(2_000 + random() * 2_000);
      if (fault.after === undefined) expect(await arrived()).to.deep.equal([]);
      await control(deployment, "DELETE", "/faults");
      const backAt = Date.now();
      const jobs = deployment.db.collection<{ _id: number; job: string; state: string }>("outbox");
      await soon(
        "every mail is sent",
        async () => (await jobs.countDocuments({ job: "website.mailMessage", open: true })) === 0,
      );
      const mails = await arrived();
      const copies = mails.map((mail) => mail.copies);
      say(
        `messages ${LETTERS}: taken in ${slowestMs} ms, all mailed ${Date.now() - backAt} ms after it was back, came ${copies.join(" ")} times`,
      );
      expect(mails.map(({ subject }) => subject.replace(/^.* /, "")).toSorted()).to.deep.equal(subjects.toSorted());
      expect(await jobs.countDocuments({ job: "website.mailMessage", state: "dead" })).to.equal(0);
      if (fault.after === undefined) expect(Math.max(...copies)).to.equal(1);
    });
  }
});
