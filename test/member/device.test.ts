import { expect } from "chai";
import { signInMember } from "#shared/domains/member/signIn/signInMember.js";
import { heldClock, minutes } from "#shared/kernel/time/clock.js";
import { buildMember } from "#test/factories/member.js";
import { call, clientWith, stranger } from "#test/support/client.js";

const list = "/app-api/member/device/list";
const remove = "/app-api/member/device/remove";
const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) MicroMessenger/8.0";

describe("devices of a member", () => {
  afterEach(() => heldClock.release());

  it("lists where the member is signed in, newest first, and which one asks", async () => {
    heldClock.hold();
    const { member, client, token } = await buildMember();
    heldClock.advance(minutes(1));
    const signedIn = await call(
      "POST",
      "/app-api/member/auth/dev-login",
      { mobile: member.mobile },
      { headers: { "user-agent": phone, terminal: "10" } },
    );
    const reply = await client.get(list);
    expect(reply).to.include({ status: 200, code: 0 });
    expect(reply.data.map((row: { current: boolean }) => row.current)).to.deep.equal([false, true]);
    const [newest] = reply.data;
    expect(newest).to.have.all.keys(
      "id",
      "deviceName",
      "terminal",
      "ip",
      "userAgent",
      "loginTime",
      "lastActiveTime",
      "current",
    );
    expect(newest).to.include({ deviceName: "iPhone WeChat", terminal: 10, ip: "127.0.0.1", userAgent: phone });
    expect(newest.loginTime - reply.data[1].loginTime).to.equal(minutes(1));
    const asNewest = await clientWith(signedIn.data.accessToken).get(list);
    expect(asNewest.data.map((row: { current: boolean }) => row.current)).to.deep.equal([true, false]);
    expect(token).to.be.a("string");
  });

  it("lastActiveTime follows what the device does", async () => {
    heldClock.hold();
    const { member } = await buildMember();
    const pair = await signInMember(member._id);
    const before = (await clientWith(pair.accessToken).get(list)).data[0].lastActiveTime;
    const idle = await signInMember(member._id);
    heldClock.advance(minutes(10));
    const rows = (await clientWith(idle.accessToken).get(list)).data;
    expect(rows[0].lastActiveTime - before).to.equal(minutes(10));
    expect(rows[1].lastActiveTime).to.equal(before);
  });

  it("a removed device is signed out at once, refresh token included", async () => {
    const { member, client } = await buildMember();
    const other = await signInMember(member._id);
    await clientWith(other.accessToken).get("/app-api/member/user/get");
    expect(await client.post(remove, { id: other.sessionId })).to.include({ status: 200, code: 0, data: true });
    expect(await clientWith(other.accessToken).get("/app-api/member/user/get")).to.include({ status: 401 });
    const { refreshToken } = other;
    expect(await stranger.post("/app-api/member/auth/refresh-token", { refreshToken })).to.include({ code: 4010 });
    expect((await client.get(list)).data).to.have.length(1);
  });

  it("removing this very device signs it out", async () => {
    const { client } = await buildMember();
    const [own] = (await client.get(list)).data;
    expect(await client.post(remove, { id: own.id })).to.include({ code: 0, data: true });
    expect(await client.get(list)).to.include({ status: 401 });
  });

  it("an absent, a removed and somebody else's device look the same, and theirs stays", async () => {
    const { client } = await buildMember();
    const theirs = await buildMember();
    const [device] = (await theirs.client.get(list)).data;
    for (const id of [device.id, 999_999_999, String(device.id)])
      expect(await client.post(remove, { id })).to.include({ status: 200, code: 1004005000, data: false });
    expect(await theirs.client.get(list)).to.include({ code: 0 });
  });

  it("wrong ids are 400, strangers 401", async () => {
    const { client } = await buildMember();
    for (const id of [{ $gt: 0 }, "x", 0, undefined]) {
      const reply = await client.post(remove, { id });
      expect(reply).to.include({ status: 400, data: false });
      expect(reply.msg).to.match(/^id/);
    }
    expect(await stranger.post(remove, { id: 1 })).to.include({ status: 401 });
    expect(await stranger.get(list)).to.include({ status: 401 });
  });
});

describe("six sign-ins at once", () => {
  it("leave five sessions", async () => {
    const { member, client } = await buildMember();
    await Promise.all(Array.from({ length: 6 }, () => signInMember(member._id)));
    expect(await client.get(list)).to.include({ status: 401 });
    const seventh = await signInMember(member._id);
    expect((await clientWith(seventh.accessToken).get(list)).data).to.have.length(5);
  });
});
