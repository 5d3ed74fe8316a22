import { expect } from "chai";
import { heldClock, hours, minutes, seconds } from "#shared/kernel/time/clock.js";
import { freshMobile } from "#test/factories/member.js";
import { clientWith, stranger, type Client } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const AUTH = "/app-api/member/auth";
interface Pair {
  userId: number;
  accessToken: string;
  refreshToken: string;
}

/** Signs in as an app does, through the front door. */
async function signIn(mobile: string, userAgent = "shop/1"): Promise<Pair> {
  const reply = await stranger.with({ "user-agent": userAgent }).post<Pair>(`${AUTH}/dev-login`, { mobile });
  expect(reply, reply.msg).to.include({ status: 200, code: 0 });
  return reply.data;
}
const refresh = (refreshToken: string, client: Client = stranger) =>
  client.post<Pair | null>(`${AUTH}/refresh-token`, { refreshToken });
const statusOf = async ({ accessToken }: Pick<Pair, "accessToken">): Promise<number> =>
  (await clientWith(accessToken).get("/app-api/member/user/get")).status;
interface Device {
  id: number;
  userAgent: string;
  current: boolean;
}
const devicesOf = async ({ accessToken }: Pair): Promise<Device[]> =>
  (await clientWith(accessToken).get<Device[]>("/app-api/member/device/list")).data;

describe("release 3.2.1: refresh with both tokens expired now answers code 4010 instead of a server error", () => {
  before(startService);
  afterEach(() => heldClock.release());

  it("the access token past its day and a refresh token that was signed out", async () => {
    heldClock.hold();
    const pair = await signIn(freshMobile());
    expect((await clientWith(pair.accessToken).post(`${AUTH}/logout`)).data).to.equal(true);
    heldClock.advance(hours(24));
    expect(await statusOf(pair)).to.equal(401);
    for (const client of [stranger, clientWith(pair.accessToken)]) {
      const reply = await refresh(pair.refreshToken, client);
      expect(reply).to.include({ status: 200, code: 4010, data: null });
      expect(reply.msg).to.be.a("string").and.not.equal("");
    }
  });

  it("tokens that are none, together", async () => {
    for (const nonsense of ["x", "0".repeat(43), "a.b.c"])
      expect(await refresh(nonsense, clientWith(nonsense))).to.include({ status: 200, code: 4010, data: null });
  });
});

describe("release 3.2.0: refresh-token rotation (old refresh token invalid after each refresh)", () => {
  before(startService);
  afterEach(() => heldClock.release());

  it("each refresh gives another one; none before it works again", async () => {
    heldClock.hold();
    const pairs = [await signIn(freshMobile())];
    for (let turn = 0; turn < 4; turn++) {
      heldClock.advance(minutes(1));
      const { code, data } = await refresh(pairs.at(-1)!.refreshToken);
      expect(code).to.equal(0);
      pairs.push(data!);
    }
    expect(new Set(pairs.map(({ refreshToken }) => refreshToken)).size).to.equal(5);
    // The one just replaced, within the grace of a lost answer: invalid, but nothing is ended.
    expect(await refresh(pairs.at(-2)!.refreshToken)).to.include({ status: 200, code: 4010 });
    expect((await refresh(pairs.at(-1)!.refreshToken)).code).to.equal(0);
  });

  it("an old one used again later ends the whole line of tokens that came from it", async () => {
    heldClock.hold();
    const first = await signIn(freshMobile());
    const { data: second } = await refresh(first.refreshToken);
    const { data: third } = await refresh(second!.refreshToken);
    heldClock.advance(seconds(11));
    expect(await statusOf(third!)).to.equal(200);
    expect(await refresh(first.refreshToken)).to.include({ status: 200, code: 4010 });
    for (const pair of [first, second!, third!]) {
      expect(await statusOf(pair)).to.equal(401);
      expect(await refresh(pair.refreshToken)).to.include({ code: 4010 });
    }
  });
});

describe("release 3.2.0: login device management (view and remove devices)", () => {
  before(startService);

  it("a member sees each device and removes one: it is signed out, the others are not", async () => {
    const mobile = freshMobile();
    const [phone, tablet] = [await signIn(mobile, "phone/1"), await signIn(mobile, "tablet/1")];
    const devices = await devicesOf(tablet);
    expect(devices.map(({ userAgent, current }) => [userAgent, current])).to.deep.equal([
      ["tablet/1", true],
      ["phone/1", false],
    ]);
    const removed = await clientWith(tablet.accessToken).post("/app-api/member/device/remove", { id: devices[1]!.id });
    expect(removed).to.include({ status: 200, code: 0, data: true });
    expect([await statusOf(phone), await statusOf(tablet)]).to.deep.equal([401, 200]);
    expect(await refresh(phone.refreshToken)).to.include({ status: 200, code: 4010 });
    expect((await devicesOf(tablet)).map(({ userAgent }) => userAgent)).to.deep.equal(["tablet/1"]);
  });
});

describe("release 3.2.0: at most 5 active sessions per account, the oldest signed out beyond that", () => {
  before(startService);
  afterEach(() => heldClock.release());

  it("the sixth sign-in ends the first, the seventh the second; 401, and 4010 for its refresh token", async () => {
    heldClock.hold();
    const mobile = freshMobile();
    const pairs: Pair[] = [];
    for (let device = 1; device <= 7; device++) {
      pairs.push(await signIn(mobile, `device/${device}`));
      heldClock.advance(seconds(1));
      const lost = Math.max(0, device - 5);
      expect(await Promise.all(pairs.map(statusOf)), `after ${device}`).to.deep.equal([
        ...Array(lost).fill(401),
        ...Array(device - lost).fill(200),
      ]);
    }
    const names = (await devicesOf(pairs[6]!)).map(({ userAgent }) => userAgent);
    expect(names).to.deep.equal([7, 6, 5, 4, 3].map((device) => `device/${device}`));
    for (const gone of pairs.slice(0, 2))
      expect(await refresh(gone.refreshToken)).to.include({ status: 200, code: 4010 });
    expect((await refresh(pairs[2]!.refreshToken)).code).to.equal(0);
  });

  it("a refresh is no new session; ten sign-ins at once leave five", async () => {
    const mobile = freshMobile();
    const kept = await signIn(mobile);
    const { data: renewed } = await refresh(kept.refreshToken);
    expect(await devicesOf(renewed!)).to.have.length(1);
    const pairs = await Promise.all(Array.from({ length: 10 }, () => signIn(mobile)));
    const statuses = await Promise.all([renewed!, ...pairs].map(statusOf));
    expect(statuses.filter((status) => status === 200)).to.have.length(5);
    expect(statuses[0]).to.equal(401);
  });
});
