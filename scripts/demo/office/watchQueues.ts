import type { OperatorClient } from "../shopClient.js";
import { expect, step } from "../walk.js";

interface QueueRow {
  name: string;
  waiting: number;
  workers: number;
}

/** The operator checks the queues: nothing waits, every queue has a worker, there are no dead letters. */
export async function watchQueues(operator: OperatorClient): Promise<void> {
  await step(
    "the operator looks at the queues",
    async () => {
      const queues = await operator.get<QueueRow[]>("/admin-api/infra/queue/list");
      expect(
        queues.every(({ workers }) => workers > 0),
        "a queue has no worker",
      );
      return queues;
    },
    (queues) => `${queues.length} queues, ${queues.reduce((sum, { waiting }) => sum + waiting, 0)} jobs waiting`,
  );
  await step("a stranger is sent to the sign-in form of /queues", async () => {
    const answer = await fetch(`${operator.baseUrl}/queues`, { redirect: "manual" });
    expect(answer.status === 302 || answer.status === 303, `a stranger got ${answer.status}`);
  });
}
