import { createHmac } from "node:crypto";
import { deflateSync } from "node:zlib";
import { expect } from "chai";
import { startSandbox, stopSandbox, type TestSandbox } from "./support.js";

describe("sandbox: the chat provider", () => {
  let sandbox: TestSandbox;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => stopSandbox(sandbox));

  function query(): URLSearchParams {
    const { sdkAppId, secretKey, adminAccount } = sandbox.keys.im;
    const [time, expire] = [Math.floor(Date.now() / 1_000), 600];
    const text = `TLS.identifier:${adminAccount}\nTLS.sdkappid:${sdkAppId}\nTLS.time:${time}\nTLS.expire:${expire}\n`;
    const fields = {
      "TLS.ver": "2.0",
      "TLS.identifier": adminAccount,
      "TLS.sdkappid": Number(sdkAppId),
      "TLS.time": time,
      "TLS.expire": expire,
      "TLS.sig": createHmac("sha256", secretKey).update(text).digest("base64"),
    };
    const usersig = deflateSync(JSON.stringify(fields)).toString("base64");
    return new URLSearchParams({
      sdkappid: sdkAppId,
      identifier: adminAccount,
      usersig: usersig.replaceAll("+", "*").replaceAll("/", "-").replaceAll("=", "_"),
      random: "7",
      contenttype: "json",
    });
  }
  const callAs = async (command: string, body: object): Promise<Record<string, any>> => {
    const reply = await fetch(`${sandbox.url}/platform/im/v4/${command}?${query()}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    return (await reply.json()) as Record<string, any>;
  };
  const group = (command: string, body: object) => callAs(`group_open_http_svc/${command}`, body);
  const bringIn = (account: string) => callAs("im_open_login_svc/account_import", { UserID: account, Nick: account });
  const make = async (GroupId: string, more: object = {}) => {
    await bringIn("host");
    return group("create_group", { Owner_Account: "host", Type: "ChatRoom", GroupId, Name: "Talk", ...more });
  };

  it("makes a group once, for an owner whom it knows", async () => {
    expect(await make("g1", { Owner_Account: "nobody" })).to.include({ ActionStatus: "FAIL", ErrorCode: 10_019 });
    expect(await make("g1")).to.include({ ActionStatus: "OK", ErrorCode: 0, ErrorInfo: "", GroupId: "g1" });
    expect(await make("g1")).to.include({ ErrorCode: 10_021 });
    const { GroupInfo } = await group("get_group_info", { GroupIdList: ["g1", "absent"] });
    expect(GroupInfo[0]).to.include({ GroupId: "g1", Owner_Account: "host", MemberNum: 1, ErrorCode: 0 });
    expect(GroupInfo[1]).to.include({ GroupId: "absent", ErrorCode: 10_015 });
  });

  it("holds its bounds: bytes, accounts, seconds", async () => {
    await make("g2");
    for (const [command, body] of [
      ["create_group", { Type: "ChatRoom", GroupId: "long", Name: "茶".repeat(11) }],
      ["modify_group_base_info", { GroupId: "g2", Name: "x".repeat(31) }],
      ["modify_group_base_info", { GroupId: "g2", MuteAllMember: "yes" }],
      ["forbid_send_msg", { GroupId: "g2", Members_Account: Array(501).fill("host"), MuteTime: 1 }],
      ["forbid_send_msg", { GroupId: "g2", Members_Account: ["host"], MuteTime: 4_294_967_296 }],
      ["get_group_info", { GroupIdList: Array(51).fill("g2") }],
    ] as const)
      expect((await group(command, body))["ErrorCode"], command).to.equal(10_004);
    expect((await callAs("group_open_http_svc/unknown", {}))["ErrorCode"]).to.equal(60_009);
  });

  it("lists by pages", async () => {
    for (const id of ["p1", "p2", "p3"]) await make(id);
    const ids: string[] = [];
    let next = 0;
    do {
      const page = await group("get_appid_group_list", { Limit: 2, Next: next });
      ids.push(...page["GroupIdList"].map(({ GroupId }: { GroupId: string }) => GroupId));
      next = page["Next"];
    } while (next !== 0);
    expect(ids).to.include.members(["p1", "p2", "p3"]);
    expect(new Set(ids).size).to.equal(ids.length);
  });

  it("holds back the muted until their time is over, in a group and over leaving it", async () => {
    let time = Date.now();
    const own = await startSandbox({ now: () => time });
    const swap = sandbox;
    sandbox = own;
    try {
      await make("g3");
      await bringIn("guest");
      const added = await group("add_group_member", { GroupId: "g3", MemberList: [{ Member_Account: "guest" }] });
      expect(added["MemberList"]).to.deep.equal([{ Member_Account: "guest", Result: 1 }]);
      await group("forbid_send_msg", { GroupId: "g3", Members_Account: ["guest"], MuteTime: 60 });
      const say = async (): Promise<unknown> =>
        (await own.control("POST", "/sandbox/im/groups/g3/messages", { account: "guest" })).body["delivered"];
      expect(await say()).to.equal(false);
      await own.control("POST", "/sandbox/im/groups/g3/leave", { accounts: ["guest"] });
      await own.control("POST", "/sandbox/im/groups/g3/join", { accounts: ["guest"] });
      expect(await say()).to.equal(false);
      const muted = await group("get_group_muted_account", { GroupId: "g3" });
      expect(muted["MutedAccountList"]).to.deep.equal([
        { Member_Account: "guest", MutedUntil: Math.floor(time / 1_000) + 60 },
      ]);
      time += 60_000;
      expect(await say()).to.equal(true);
      expect((await group("get_group_muted_account", { GroupId: "g3" }))["MutedAccountList"]).to.deep.equal([]);
    } finally {
      sandbox = swap;
      await stopSandbox(own);
    }
  });

  it("counts who is online; a kick takes them off every group", async () => {
    await make("g4");
    await sandbox.control("POST", "/sandbox/im/groups/g4/join", { accounts: ["a", "b"] });
    expect(await group("get_online_member_num", { GroupId: "g4" })).to.include({ OnlineMemberNum: 3 });
    await callAs("im_open_login_svc/kick", { UserID: "b" });
    expect(await group("get_online_member_num", { GroupId: "g4" })).to.include({ OnlineMemberNum: 2 });
    const events = await sandbox.control<{ type: string }[]>("GET", "/sandbox/im/events?userId=b");
    expect(events.body.map(({ type }) => type)).to.deep.equal(["KICKED_OUT", "JOINED"]);
  });

  it("a dissolved group is gone, and its id may be used again", async () => {
    await make("g5");
    expect(await group("destroy_group", { GroupId: "g5" })).to.include({ ErrorCode: 0 });
    expect(await group("destroy_group", { GroupId: "g5" })).to.include({ ErrorCode: 10_010 });
    expect(await make("g5")).to.include({ ErrorCode: 0 });
  });

  it("nobody can be added to a live's own kind of group", async () => {
    expect(await make("av", { Type: "AVChatRoom" })).to.include({ ErrorCode: 0 });
    const added = await group("add_group_member", { GroupId: "av", MemberList: [{ Member_Account: "host" }] });
    expect(added).to.include({ ErrorCode: 10_007 });
  });

  it("lists the calls of a group, and refuses those beyond its limit", async () => {
    await make("g6");
    await sandbox.control("PUT", "/sandbox/im/limit", { callsASecond: 1 });
    await group("get_online_member_num", { GroupId: "g6" });
    expect(await group("get_online_member_num", { GroupId: "g6" })).to.include({ ErrorCode: 60_018 });
    await sandbox.control("PUT", "/sandbox/im/limit", {});
    const { body } = await sandbox.control<Record<string, unknown>[]>("GET", "/sandbox/im/events?groupId=g6");
    expect(body[0]).to.include({ type: "CALL", command: "get_online_member_num", errorCode: 60_018 });
    expect(body.map(({ command }) => command)).to.include("create_group");
  });

  it("keeps its groups over a restart", async () => {
    await make("g7");
    const again = await startSandbox({ dataDir: sandbox.dataDir });
    const groups = await again.control<{ groupId: string }[]>("GET", "/sandbox/im/groups");
    expect(groups.body.map(({ groupId }) => groupId)).to.include("g7");
    await again.close();
  });

  it("the page shows groups, their members and what happened, and plays who writes", async () => {
    await make("g8");
    await sandbox.control("POST", "/sandbox/im/groups/g8/join", { accounts: ["<b>guest"] });
    const drawn = (await sandbox.control<Record<string, string>>("GET", "/sandbox/page")).body["chats"] ?? "";
    expect(drawn).to.contain('data-path="/sandbox/im/groups/g8/messages"').and.contain("&lt;b&gt;guest");
    expect(drawn).not.to.contain("<b>guest");
    const bad = await sandbox.control("POST", "/sandbox/im/groups/absent/join", { accounts: ["a"] });
    expect([bad.status, bad.body["code"]]).to.deep.equal([400, "IM_10015"]);
  });
});
