import { expect } from "chai";
import { AddressModel } from "#shared/domains/member/address/address.model.js";
import { hashPassword } from "#shared/domains/member/index.js";
import { signInMember } from "#shared/domains/member/signIn/signInMember.js";
import { buildAddress } from "#test/factories/address.js";
import { buildMember, freshMobile } from "#test/factories/member.js";
import { buildSmsCode } from "#test/factories/smsCode.js";
import { buildSocialPerson } from "#test/factories/socialPerson.js";
import { clientWith, stranger, type Reply } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const user = (verb: string): string => `/app-api/member/user/${verb}`;
const address = (verb: string): string => `/app-api/member/address/${verb}`;

/** The same request five times at once; answers the codes, sorted. */
async function taps(ask: () => Promise<Reply>): Promise<number[]> {
  const replies = await Promise.all(Array.from({ length: 5 }, ask));
  expect(
    replies.filter(({ status }) => status >= 500).map(({ text }) => text),
    "faults",
  ).to.deep.equal([]);
  return replies.map(({ code }) => code).toSorted((a, b) => a - b);
}

describe("five taps at once", () => {
  before(startService);

  it("remove a device once", async () => {
    const { member, client } = await buildMember();
    const { sessionId: id } = await signInMember(member._id);
    const codes = await taps(() => client.post("/app-api/member/device/remove", { id }));
    expect(codes).to.deep.equal([0, ...Array(4).fill(1004005000)]);
  });

  it("on this very device sign it out once; those behind are 401", async () => {
    const { client } = await buildMember();
    const [{ id }] = (await client.get("/app-api/member/device/list")).data;
    const codes = await taps(() => client.post("/app-api/member/device/remove", { id }));
    expect(codes.filter((code) => code === 0)).to.have.length(1);
    expect(codes.filter((code) => code !== 0 && code !== 401 && code !== 1004005000)).to.deep.equal([]);
  });

  it("log out, and all of them are true", async () => {
    const { client } = await buildMember();
    expect(await taps(() => client.post("/app-api/member/auth/logout"))).to.deep.equal(Array(5).fill(0));
    expect(await client.get(user("get"))).to.include({ status: 401 });
  });

  it("change the mobile once, by one code", async () => {
    const { client } = await buildMember();
    const mobile = freshMobile();
    const code = await buildSmsCode(mobile, 2, client);
    const codes = await taps(() => client.post(user("update-mobile"), { mobile, code }));
    expect(codes).to.deep.equal([0, ...Array(4).fill(1002014002)]);
    expect((await client.get(user("get"))).data.mobile).to.equal(mobile);
  });

  it("change the password once, by one code", async () => {
    const { member, client } = await buildMember({ passwordHash: await hashPassword("old") });
    const code = await buildSmsCode(member.mobile!, 4);
    const body = { mobile: member.mobile, password: "brand new", code };
    expect(await taps(() => client.post(user("reset-password"), body))).to.deep.equal([
      0,
      ...Array(4).fill(1002014002),
    ]);
    const login = { mobile: member.mobile, password: "brand new" };
    expect(await stranger.post("/app-api/member/auth/login", login)).to.include({ code: 0 });
  });

  it("close the account, and open it again", async () => {
    const { client } = await buildMember();
    for (const status of [1, 0]) {
      expect(await taps(() => client.post(user("update"), { status }))).to.deep.equal(Array(5).fill(0));
      expect((await client.get(user("get"))).data.status).to.equal(status);
    }
    expect(await client.get("/app-api/member/device/list")).to.include({ code: 0 });
  });

  it("change an address alike, and delete it once", async () => {
    const { member, client } = await buildMember();
    const { _id: id } = await buildAddress(member._id, { isDefault: true });
    const body = { id, userId: member._id, name: "Tapped", defaultStatus: true };
    expect(await taps(() => client.post(address("update"), body))).to.deep.equal(Array(5).fill(200));
    expect(await AddressModel.countDocuments({ memberId: member._id, isDefault: true, name: "Tapped" })).to.equal(1);
    const codes = await taps(() => client.post(address("delete"), { id, userId: member._id }));
    expect(codes).to.deep.equal([200, ...Array(4).fill(1004004000)]);
  });

  it("spend a phone code once", async () => {
    const { client } = await buildMember();
    const code = await (await buildSocialPerson()).code("phone");
    const codes = await taps(() => client.post("/app-api/social/getUserPhoneNum", { code }));
    expect(codes).to.deep.equal([200, ...Array(4).fill(1002018200)]);
  });

  it("sign in by one SMS code once, and leave one member", async () => {
    const mobile = freshMobile();
    const code = await buildSmsCode(mobile);
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => stranger.post("/app-api/member/auth/sms-login", { mobile, code, loginType: 10 })),
    );
    const [pair] = replies.filter((reply) => reply.code === 0);
    expect(replies.filter((reply) => reply.code !== 0 && reply.code !== 1002014002)).to.deep.equal([]);
    expect((await clientWith(pair!.data.accessToken).get(user("get"))).data.mobile).to.equal(mobile);
  });
});
