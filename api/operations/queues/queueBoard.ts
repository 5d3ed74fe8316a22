import { createBullBoard } from "@bull-board/api";
import { BullMQAdapter } from "@bull-board/api/bullMQAdapter";
import { KoaAdapter } from "@bull-board/koa";
import type { Middleware } from "koa";
import { queueNames } from "#shared/kernel/queue/queueNames.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";

/** The pages of the queues, over the process's own Queue objects. Loaded at the first use because it is heavy. */
export function makeBoard(basePath: string, mayOperate: boolean): Middleware {
  const serverAdapter = new KoaAdapter();
  serverAdapter.setBasePath(basePath);
  // The adapter's own type lacks the last option, which hides actions that queueActs.ts would refuse.
  const shown = { readOnlyMode: !mayOperate, allowRetries: mayOperate, allowCompletedRetries: false };
  createBullBoard({
    queues: queueNames.map((name) => new BullMQAdapter(queueNamed(name), shown)),
    serverAdapter,
    options: {
      uiConfig: {
        boardTitle: mayOperate ? "Queues" : "Queues (read only)",
        hideDocsLink: true,
        miscLinks: [{ text: "Sign out", url: `${basePath}/sign-out` }],
      },
    },
  });
  return serverAdapter.registerPlugin() as unknown as Middleware;
}
