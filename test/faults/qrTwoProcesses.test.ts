import { expect } from "chai";
import { expectInvariants, pause, say, seeds, soon } from "./experiment.js";
import type { Program } from "#scripts/deployment/program.js";
import type { Deployment } from "./deployment.js";
import { useSharedDeployment } from "./sharedDeployment.js";
import { call, control, type Answer, type Shopper } from "./shoppers.js";

/** Callbacks that come to each of the two APIs at once. */
const EACH = 10;
const stranger: Pick<Shopper, "token"> = { token: "" };

interface Code {
  sessionId: string;
  state: string;
}
interface Progress {
  status: number;
  accessToken: string | null;
  refreshToken: string | null;
  /** Seconds. */
  expiresIn: number | null;
}

describe("faults of a QR sign-in over two API processes", function () {
  this.timeout(180_000);
  let deployment: Deployment;
  useSharedDeployment((one) => (deployment = one));
  afterEach("the invariants hold", () => expectInvariants(deployment));

  const at = (api: number): string => deployment.apis[api]!.url!;
  const site = (api: number, path: string, query: Record<string, string>): Promise<Answer> =>
    call(deployment, stranger, `/app-api/website/auth/${path}?${new URLSearchParams(query).toString()}`, undefined, {
      at: at(api),
    });

  /** A browser shows a code that one API made; a phone opens it at the other. */
  async function scannedCode(): Promise<Code> {
    const made = await site(0, "qrcode", { redirectUri: `${deployment.url}/signed-in` });
    expect(made.code).to.equal(0);
    const { sessionId, qrcodeUrl } = made.data as { sessionId: string; qrcodeUrl: string };
    const state = new URL(qrcodeUrl).searchParams.get("state")!;
    const scan = await fetch(`${at(1)}/app-api/website/auth/scan?state=${state}`, { redirect: "manual" });
    expect(scan.status).to.equal(302);
    await scan.body?.cancel();
    return { sessionId, state };
  }

  /** The provider sends a phone back: the status of the page that it is shown. */
  async function callback(api: number, query: Record<string, string>): Promise<number> {
    const search = new URLSearchParams(query).toString();
    try {
      const page = await fetch(`${at(api)}/app-api/website/auth/callback?${search}`, {
        signal: AbortSignal.timeout(30_000),
      });
      await page.text();
      return page.status;
    } catch {
      return 0;
    }
  }
  const poll = async (api: number, { sessionId }: Code): Promise<Progress> =>
    (await site(api, "check", { sessionId })).data as Progress;

  const person = async () => {
    const { openid } = await control<{ openid: string }>(deployment, "POST", "/social/users", { nickname: "two" });
    const code = async (): Promise<string> =>
      (await control<{ code: string }>(deployment, "POST", "/social/codes", { openid, kind: "authorize" })).code;
    return { openid, code };
  };

  /** What stands in the database of a person's sign-ins. */
  async function leftBy(openids: readonly string[]) {
    const bound = await deployment.db
      .collection<{ openid: string; memberId: number }>("memberSocials")
      .find({ openid: { $in: [...openids] } })
      .toArray();
    const ownerId = { $in: bound.map(({ memberId }) => memberId) };
    return {
      members: bound.length,
      sessions: await deployment.db.collection("sessions").countDocuments({ ownerId, audience: "member" }),
      signIns: await deployment.db.collection("loginLogs").countDocuments({ ownerId, result: 0 }),
    };
  }
  const once = { members: 1, sessions: 1, signIns: 1 };

  /** Ten polls at each API: all told the same pair, which both take. */
  async function expectOnePair(code: Code): Promise<void> {
    const polls = await Promise.all(Array.from({ length: 2 * EACH }, (_, turn) => poll(turn % 2, code)));
    expect(polls.map(({ status }) => status)).to.deep.equal(Array(2 * EACH).fill(2));
    const pairs = new Set(polls.map(({ accessToken, refreshToken }) => `${accessToken} ${refreshToken}`));
    expect(pairs.size).to.equal(1);
    const who = { token: polls[0]!.accessToken! };
    for (const api of [0, 1]) {
      const { status, data } = await call(deployment, who, "/app-api/member/device/list", undefined, { at: at(api) });
      expect([status, data.length]).to.deep.equal([200, 1]);
    }
  }

  for (const seed of seeds)
    it(`${EACH} callbacks at each at once, one code of the provider or as many: one token pair, one sign-in (seed ${seed})`, async () => {
      for (const kind of ["the same code", "codes of one person"]) {
        const who = await person();
        const code = await scannedCode();
        const first = await who.code();
        const codes = await Promise.all(
          Array.from({ length: 2 * EACH }, () => (kind === "the same code" ? first : who.code())),
        );
        // Whoever looks while they come is told nothing yet, or the pair.
        const looks = Promise.all(Array.from({ length: 10 }, (_, turn) => poll(turn % 2, code)));
        const statuses = await Promise.all(
          codes.map((each, turn) => callback((turn + seed) % 2, { state: code.state, code: each })),
        );
        expect(statuses).to.deep.equal(Array(2 * EACH).fill(200));
        await expectOnePair(code);
        const { accessToken } = await poll(1, code);
        for (const look of await looks) {
          expect([1, 2]).to.include(look.status);
          expect(look.accessToken).to.equal(look.status === 2 ? accessToken : null);
        }
        const left = await leftBy([who.openid]);
        say(`${kind}: callbacks ${statuses.length}, ${JSON.stringify(left)}`);
        expect(left).to.deep.equal(once);
      }
    });

  it("callbacks of two people, one at each API: one of them is signed in, and nothing is left of the other", async () => {
    for (let round = 0; round < 3; round++) {
      const people = [await person(), await person()];
      const code = await scannedCode();
      const codes = await Promise.all(people.map((one) => one.code()));
      const statuses = await Promise.all(codes.map((each, api) => callback(api, { state: code.state, code: each })));
      expect(statuses).to.deep.equal([200, 200]);
      await expectOnePair(code);
      expect(await leftBy(people.map(({ openid }) => openid))).to.deep.equal(once);
    }
  });

  it("confirmed at one and cancelled at the other: one of the two holds, for both", async () => {
    const held: number[] = [];
    for (const [round, laterMs] of [0, 30, 80, 200, 500, 1_500].entries()) {
      const who = await person();
      const code = await scannedCode();
      const query = { state: code.state, code: await who.code() };
      const cancel = pause(laterMs).then(() => callback((round + 1) % 2, { state: code.state }));
      await Promise.all([callback(round % 2, query), cancel]);
      const askedAt = Date.now();
      const told = await Promise.all([poll(0, code), poll(1, code)]);
      const [one, other] = told.map(({ expiresIn, ...rest }) => ({ rest, expiresIn: expiresIn ?? 0 }));
      expect(one!.rest).to.deep.equal(other!.rest);
      // The seconds that are left pass between two answers.
      expect(Math.abs(one!.expiresIn - other!.expiresIn)).to.be.at.most(1 + Math.ceil((Date.now() - askedAt) / 1_000));
      expect([2, 3]).to.include(told[0]!.status);
      expect((await leftBy([who.openid])).signIns).to.equal(told[0]!.status === 2 ? 1 : 0);
      held.push(told[0]!.status);
    }
    say(`ended as ${held.join(", ")}`);
  });

  it("an API killed while it works on a callback: the phone opens its page again at the other, and is signed in once", async () => {
    const who = await person();
    const code = await scannedCode();
    const dying: Program = deployment.apis[0]!;
    await control(deployment, "PUT", "/faults", { platform: "social", mode: "slow", delayMs: 1_500, count: 1 });
    const first = callback(0, { state: code.state, code: await who.code() });
    await soon("it works on it", async () => {
      const row = await deployment.db.collection("qrSignIns").findOne({ status: 1, confirmingUntil: { $ne: null } });
      return row !== null;
    });
    await dying.kill("SIGKILL");
    expect(await first).to.equal(0);
    const statuses: number[] = [];
    try {
      // The turn that died is anybody's again after 15 s.
      await soon(
        "the phone gets through",
        async () => {
          statuses.push(await callback(1, { state: code.state, code: await who.code() }));
          return statuses.at(-1) === 200;
        },
        60,
      );
      expect((await poll(1, code)).status).to.equal(2);
    } finally {
      await control(deployment, "DELETE", "/faults");
      await dying.start();
    }
    await expectOnePair(code);
    const left = await leftBy([who.openid]);
    say(`pages at the other ${JSON.stringify(statuses)}, ${JSON.stringify(left)}`);
    expect(left).to.deep.equal(once);
  });
});
