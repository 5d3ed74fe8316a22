import { expect } from "chai";
import { callsLately, type CallsLately } from "#shared/kernel/http/callsLately.js";
import { callOutside } from "#shared/kernel/http/client.js";
import { seconds } from "#shared/kernel/time/clock.js";
import { closeReceivers, receiver } from "#test/pay/notify/receivers.js";
import { eventually } from "#test/support/eventually.js";

const TO = "counted";

describe("calls to an outside service, as a process reports them", () => {
  after(closeReceivers);

  const known = (): CallsLately | undefined => callsLately().find(({ to }) => to === TO);
  const call = (url: string): Promise<unknown> =>
    callOutside({ to: TO, method: "GET", url, timeoutMs: seconds(20) }).catch(() => undefined);

  it("are those that wait, those that failed since the last answer, and the rates of both", async () => {
    let status = 500;
    const waiting: (() => void)[] = [];
    const service = await receiver((response) => waiting.push(() => response.writeHead(status).end()));
    const answer = (): void => waiting.splice(0).forEach((one) => one());
    async function answered(): Promise<void> {
      const running = call(service.url);
      await eventually("it is called", async () => waiting.length === 1);
      answer();
      await running;
    }
    expect(known(), "nobody called it").to.equal(undefined);

    const two = [call(service.url), call(service.url)];
    await eventually("both wait", async () => waiting.length === 2);
    expect(known()).to.include({ running: 2, failedInARow: 0, sinceAnswerMs: null, p95Ms: null });
    const { oldestMs } = known()!;
    await eventually("the oldest waits longer", async () => known()!.oldestMs! > oldestMs!);
    answer();
    await Promise.all(two);
    expect(known()).to.include({ running: 0, oldestMs: null, failedInARow: 2, sinceAnswerMs: null });

    status = 429;
    await answered();
    expect(known(), "too many calls").to.include({ failedInARow: 3 });
    await call("http://127.0.0.1:1/");
    expect(known(), "nobody there").to.include({ failedInARow: 4 });
    // A refusal is an answer.
    status = 404;
    await answered();
    expect(known()).to.include({ failedInARow: 0, perMinute: 5, failedPerMinute: 4 });
    expect(known()!.sinceAnswerMs).to.be.a("number");
    expect(known()!.p95Ms).to.be.a("number");
  });
});
