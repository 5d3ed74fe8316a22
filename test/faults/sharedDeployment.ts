import { startDeployment, type Deployment } from "./deployment.js";

let users = 0;
let starting: Promise<Deployment> | undefined;

/**
 * One deployment for all fault files that leave it as they found it: started for the first of them, stopped after the last. To
 * be called in `describe`; `take` gets it before the other hooks run.
 */
export function useSharedDeployment(take: (deployment: Deployment) => void): void {
  users++;
  before(async () => take(await (starting ??= startDeployment())));
  after(async () => {
    if (--users === 0) await stop();
  });
}

async function stop(): Promise<void> {
  const started = starting;
  starting = undefined;
  await (await started)?.stop();
}

// With --grep a file may never come to its end.
after(stop);
