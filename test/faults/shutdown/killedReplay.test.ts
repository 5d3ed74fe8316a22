import { deleteEach } from "#scripts/deployment/eachRow.js";
import type { Queue } from "bullmq";
import { expect } from "chai";
import { causeOf } from "#shared/kernel/queue/letterCause.js";
import { byDefaultOne, expectInvariants, pause, say, soon } from "../experiment.js";
import type { Deployment } from "../deployment.js";
import { queueOf } from "../queueOf.js";
import { signInOperator } from "../rewards.js";
import { useSharedDeployment } from "../sharedDeployment.js";
import { call, seeded } from "../shoppers.js";

const LETTERS = 400;
/** Fifty letters each five seconds; after a restart it makes up for ten of them, which is less than what a kill leaves. */
const PER_MINUTE = 600;
/** The worker is killed in the first batch after so many are replayed. */
const KILLED_AFTER = [50, 150, 250];
/** A batch takes some tenths of a second. */
const MOST_WORK_MS = 150;
/** A real job, which is through at once as there is no such package. */
const JOB = "website.recordDownload";
const FIRST_ID = 900_000_000;

interface Progress {
  replayed: number;
  skipped: number;
  left: number;
  running: boolean;
}

describe("faults of a worker that is killed amid a replay of the letters of a cause", function () {
  this.timeout(600_000);
  let deployment: Deployment;
  let operator: { token: string };
  let queue: Queue;

  after(async () => {
    await queue?.close();
    await deployment.worker.kill("SIGKILL");
    await deployment.worker.start();
  });
  useSharedDeployment((one) => (deployment = one));
  before(async () => {
    operator = await signInOperator(deployment);
    queue = queueOf(deployment, "maintenance");
  });

  const rows = (name: string) => deployment.db.collection(name);
  async function ask<T>(path: string, body?: object): Promise<T> {
    const { code, msg, data } = await call(deployment, operator, `/admin-api/infra/${path}`, body);
    expect(code, msg).to.equal(0);
    return data as T;
  }
  const isReplaying = async (): Promise<boolean> =>
    (await queue.getActive()).some((job) => (job?.name as string | undefined) === "admin.replayLetters");

  /** Letters of one cause, whose jobs will go well; their ids. */
  async function letDie(seed: number): Promise<{ ids: number[]; cause: string }> {
    const reason = `Away: the package cannot be read, ${"abcdefgh".repeat(2)}${"x".repeat(seed % 50)}`;
    const cause = causeOf({ job: JOB, reason });
    const ids = Array.from({ length: LETTERS }, (_, at) => FIRST_ID + seed * LETTERS + at);
    const createdAt = new Date(Date.now() - 60_000);
    const open = { cause, openCause: cause, replayedAt: null, discardedAt: null, createdAt, updatedAt: createdAt };
    const why = { attempts: 8, error: "Away", reason, stack: "", requestId: "r" };
    await rows("deadLetters").insertMany(
      ids.map((_id) => ({
        _id,
        bullId: `o-${_id}-1`,
        job: JOB,
        queue: "website",
        v: 1,
        payload: { downloadId: _id, sourceId: FIRST_ID, memberId: null, at: createdAt.getTime() },
        about: { sourceId: FIRST_ID },
        ...why,
        ...open,
      })) as never,
    );
    return { ids, cause };
  }

  for (const seed of byDefaultOne)
    it(`it goes on by itself, replays each letter once, and tells how far it is (seed ${seed})`, async () => {
      const random = seeded(seed);
      const { ids, cause } = await letDie(seed);
      const ofLetters = { _id: { $in: ids } } as object;
      const replayedOnes = () => rows("deadLetters").countDocuments({ ...ofLetters, replayedAt: { $ne: null } });
      const startedAt = Date.now();
      const { id } = await ask<{ id: number }>("dead-letter/replay-all", { cause, perMinute: PER_MINUTE });
      const progress = () => ask<Progress>(`dead-letter/replay-status?id=${id}`);
      let amid = 0;
      for (const least of KILLED_AFTER) {
        await soon(`${least} are replayed`, async () => (await progress()).replayed >= least);
        await soon("the next batch is replayed", isReplaying);
        await pause(random() * MOST_WORK_MS);
        await deployment.worker.kill("SIGKILL");
        if (await isReplaying()) amid++;
        const { replayed, skipped, left } = await progress();
        expect(replayed, "as many as are closed").to.equal(await replayedOnes());
        expect([replayed + left, skipped]).to.deep.equal([LETTERS, 0]);
        expect(replayed, "a kill amid it").to.be.below(LETTERS);
        await deployment.worker.start();
      }
      await soon("it is done", async () => !(await progress()).running);
      const end = { replayed: LETTERS, skipped: 0, left: 0, diedAgain: 0, running: false, end: "done" };
      expect(await progress()).to.include(end);
      say(
        `replayed ${LETTERS} letters, killed ${KILLED_AFTER.length} times, ${amid} amid a batch, in ${Math.round((Date.now() - startedAt) / 1_000)} s`,
      );
      expect(amid, "kills amid a batch").to.be.at.least(1);

      expect(await ask(`dead-letter-cause/get?id=${cause}`)).to.include({ open: 0 });
      expect(await replayedOnes()).to.equal(LETTERS);
      const jobs = { job: JOB, "payload.downloadId": { $in: ids } };
      await soon(
        "their jobs are done",
        async () => (await rows("outbox").countDocuments({ ...jobs, state: "done" })) === LETTERS,
      );
      const made = await rows("outbox").find(jobs).toArray();
      expect(made.map((row) => row["payload"].downloadId as number).toSorted((a, b) => a - b)).to.deep.equal(ids);
      const audited = await rows("operationLogs")
        .find({ action: "dead-letter.replay-all", bizId: String(id) })
        .toArray();
      const told = audited.flatMap((row) => row["after"].ids as number[]);
      expect(
        told.toSorted((a, b) => a - b),
        "in the audit log, each once",
      ).to.deep.equal(ids);
      await deleteEach(rows("deadLetters"), ofLetters);
    });

  it("and the invariants hold", async () => {
    const unsealed = { unsealed: true };
    await soon("audit rows are sealed", async () => (await rows("operationLogs").countDocuments(unsealed)) === 0);
    await expectInvariants(deployment);
  });
});
