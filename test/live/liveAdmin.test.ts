import { expect } from "chai";
import { buildLive, buildLiveMount, buildLiveRoom, readLive, readLiveMount } from "#test/factories/live.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { LiveModel } from "#shared/domains/live/index.js";
import type { Client } from "#test/support/client.js";
import { ABSENT, auditOf, expectGuarded } from "./support.js";
import { unversioned } from "#test/support/unversioned.js";

const ROOM = "/admin-api/cloudlive/live-room";
const LIVE = "/admin-api/cloudlive/live-base-info";
let serial = 0;
const unique = (word: string): string => `${word} ${process.pid} ${++serial}`;

describe("operators keep live rooms", () => {
  let client: Client;
  before(async () => {
    client = (await buildOperator(["*"])).client;
  });

  it("create, get, update, page, delete, each write with its audit row", async () => {
    const { _id: memberUserId, nickname, avatar, mobile } = (await buildMember()).member;
    const roomName = unique("Teahouse");
    const made = await client.post(`${ROOM}/create`, { memberUserId, roomName, liveType: 2, discussant: "Lin" });
    expect([made.status, made.code], made.msg).to.deep.equal([200, 0]);
    const id = made.data as number;
    const { data } = await client.get(`${ROOM}/get?id=${id}`);
    expect(data).to.deep.equal({
      id,
      memberUserId,
      user: { id: memberUserId, nickname, avatar, mobile },
      isAuthentication: false,
      roomName,
      description: "",
      discussant: "Lin",
      liveType: 2,
      createTime: data.createTime,
      version: 0,
    });
    const update = await client.put(`${ROOM}/update`, { ...data, isAuthentication: true, liveType: 3 });
    expect([update.code, update.data], update.msg).to.deep.equal([0, true]);
    const changed = { ...unversioned(data), isAuthentication: true, liveType: 3 };
    expect(unversioned((await client.get(`${ROOM}/get?id=${id}`)).data)).to.deep.equal(changed);
    const range = `createTime=${data.createTime}&createTime=${data.createTime}`;
    const page = await client.get(
      `${ROOM}/page?roomName=${encodeURIComponent(roomName)}&memberUserId=${memberUserId}&liveType=3&${range}`,
    );
    expect(page.data).to.deep.equal({ list: [changed], total: 1 });
    expect((await client.get(`${ROOM}/page?memberUserId=${memberUserId}&liveType=1`)).data.total).to.equal(0);
    expect((await client.get(`${ROOM}/page?roomName=${encodeURIComponent("!!")}`)).data.total).to.equal(0);
    expect((await client.delete(`${ROOM}/delete?id=${id}`)).data).to.equal(true);
    expect((await client.get(`${ROOM}/get?id=${id}`)).code).to.equal(1015001000);
    expect((await client.delete(`${ROOM}/delete?id=${id}`)).code).to.equal(1015001000);
    expect((await client.put(`${ROOM}/update`, changed)).code).to.equal(1015001000);
    expect(await auditOf("live-room", id)).to.deep.equal(["live-room.create", "live-room.update", "live-room.delete"]);
  });

  it("a room is a member's, and goes only without lives", async () => {
    const body = { roomName: unique("Room"), liveType: 1 };
    expect((await client.post(`${ROOM}/create`, { ...body, memberUserId: ABSENT })).code).to.equal(1004001000);
    const { live, roomId } = await buildLive({ started: false });
    const { data } = await client.get(`${ROOM}/get?id=${roomId}`);
    expect((await client.put(`${ROOM}/update`, { ...data, memberUserId: ABSENT })).code).to.equal(1004001000);
    const refused = await client.delete(`${ROOM}/delete?id=${roomId}`);
    expect([refused.code, refused.data]).to.deep.equal([1015001001, false]);
    expect((await client.delete(`${LIVE}/delete?id=${live._id}`)).code).to.equal(0);
    expect((await client.delete(`${ROOM}/delete?id=${roomId}`)).code).to.equal(0);
    expect((await client.post(`${LIVE}/create`, { liveRoomId: roomId, liveName: "x" })).code).to.equal(1015001000);
  });

  it("while lives are made at the same time, a deleted room has none", async () => {
    const { roomId } = await buildLiveRoom();
    const [deleted, ...made] = await Promise.all([
      client.delete(`${ROOM}/delete?id=${roomId}`),
      ...[1, 2, 3].map(() => client.post(`${LIVE}/create`, { liveRoomId: roomId, liveName: unique("Live") })),
    ]);
    const lives = await LiveModel.countDocuments({ liveRoomId: roomId });
    if (deleted.code === 0) expect([lives, made.map(({ code }) => code)]).to.deep.equal([0, Array(3).fill(1015001000)]);
    else expect(lives).to.be.greaterThan(0);
  });

  it("bad input is named", async () => {
    const good = { memberUserId: 1, roomName: "Room", liveType: 1 };
    for (const [field, value] of [
      ["memberUserId", 0],
      ["roomName", ""],
      ["liveType", 4],
      ["isAuthentication", "yes"],
    ] as const) {
      const reply = await client.post(`${ROOM}/create`, { ...good, [field]: value });
      expect([reply.status, reply.msg.split(":")[0]], reply.msg).to.deep.equal([400, field]);
    }
  });
});

describe("operators keep lives", () => {
  let client: Client;
  before(async () => {
    client = (await buildOperator(["*"])).client;
  });

  it("create, get, update, page, delete; stream and chat group are assigned", async () => {
    const { roomId } = await buildLiveRoom();
    const liveName = unique("Spring tea 春茶");
    const startTime = Date.now() + 3_600_000;
    const body = { liveRoomId: roomId, liveName, startTime, endTime: startTime + 60_000, type: 1, isMain: 1 };
    const made = await client.post(`${LIVE}/create`, { ...body, coverImg: "https://cdn.example.com/c.png" });
    expect([made.status, made.code], made.msg).to.deep.equal([200, 0]);
    const id = made.data as number;
    const { data } = await client.get(`${LIVE}/get?id=${id}`);
    expect(data).to.include({ ...body, id, status: 0, coverImg: "https://cdn.example.com/c.png", pushUrl: null });
    expect(data).to.include({ playTimes: 0, likeTimes: 0, virtualPlayTimes: 0, virtualLikeTimes: 0 });
    expect(data.streamName).to.match(/^live\d+_[0-9a-f]{16}$/);
    expect(data.groupId).to.equal(`live_${id}`);
    const update = await client.put(`${LIVE}/update`, { ...data, description: "About", endTime: null, isMain: 0 });
    expect([update.code, update.data], update.msg).to.deep.equal([0, true]);
    const { version, ...changed } = { ...data, description: "About", endTime: null, isMain: 0 };
    expect((await client.get(`${LIVE}/get?id=${id}`)).data).to.deep.equal({ ...changed, version: version + 1 });
    const search = `liveName=${encodeURIComponent(liveName)}&status=0&liveRoomId=${roomId}&type=1&isMain=0`;
    expect((await client.get(`${LIVE}/page?${search}`)).data).to.deep.equal({ list: [changed], total: 1 });
    expect((await client.get(`${LIVE}/page?liveRoomId=${roomId}&status=1`)).data.total).to.equal(0);
    expect((await client.delete(`${LIVE}/delete?id=${id}`)).data).to.equal(true);
    for (const reply of [
      await client.get(`${LIVE}/get?id=${id}`),
      await client.delete(`${LIVE}/delete?id=${id}`),
      await client.put(`${LIVE}/update`, changed),
      await client.put(`${LIVE}/start`, { id }),
      await client.put(`${LIVE}/end`, { id }),
      await client.put(`${LIVE}/update-virtual`, { id, virtualPlayTimes: 1, virtualLikeTimes: 1 }),
    ])
      expect(reply.code).to.equal(1015002000);
    expect(await auditOf("live-base-info", id)).to.deep.equal(
      ["create", "update", "delete"].map((verb) => `live-base-info.${verb}`),
    );
  });

  it("start moves 0 to 1 once, end 1 to 2 once, and a running one stays", async () => {
    const { live } = await buildLive({ started: false });
    const id = live._id;
    expect((await client.put(`${LIVE}/end`, { id })).code).to.equal(1015002002);
    const starts = await Promise.all([1, 2, 3, 4].map(() => client.put(`${LIVE}/start`, { id })));
    expect(starts.map(({ code }) => code).sort()).to.deep.equal([0, ...Array(3).fill(1015002001)]);
    const refused = await client.delete(`${LIVE}/delete?id=${id}`);
    expect([refused.code, refused.data]).to.deep.equal([1015002003, false]);
    const ends = await Promise.all([1, 2, 3, 4].map(() => client.put(`${LIVE}/end`, { id })));
    expect(ends.map(({ code }) => code).sort()).to.deep.equal([0, ...Array(3).fill(1015002002)]);
    expect((await client.put(`${LIVE}/start`, { id })).code).to.equal(1015002001);
    const { data } = await client.get(`${LIVE}/get?id=${id}`);
    expect(data.status).to.equal(2);
    expect(data.startedTime).to.be.a("number");
    expect(data.endedTime).to.be.a("number");
    expect(await auditOf("live-base-info", id)).to.deep.equal(["live-base-info.start", "live-base-info.end"]);
  });

  it("when it ends nothing is explained any more; when it is deleted its products go along", async () => {
    const { live } = await buildLive();
    const { mountId } = await buildLiveMount(live._id, { explainStatus: 1 });
    await client.put(`${LIVE}/end`, { id: live._id });
    expect((await readLiveMount(mountId)).explainStatus).to.equal(0);
    await client.delete(`${LIVE}/delete?id=${live._id}`);
    expect((await readLiveMount(mountId)).deletedAt).to.be.instanceOf(Date);
    expect((await client.get(`/admin-api/cloudlive/live-spu/get?id=${mountId}`)).code).to.equal(1015003000);
  });

  it("only one that has not started moves to another room", async () => {
    const { live, roomId } = await buildLive({ started: false });
    const other = await buildLiveRoom();
    const move = (liveRoomId: number) =>
      client.put(`${LIVE}/update`, { id: live._id, liveRoomId, liveName: live.liveName });
    expect((await move(ABSENT)).code).to.equal(1015001000);
    expect((await move(other.roomId)).code).to.equal(0);
    expect((await client.delete(`${ROOM}/delete?id=${roomId}`)).code).to.equal(0);
    await client.put(`${LIVE}/start`, { id: live._id });
    const third = await buildLiveRoom();
    expect((await move(third.roomId)).code).to.equal(1015002001);
    expect((await readLive(live._id)).liveRoomId).to.equal(other.roomId);
    expect((await client.delete(`${ROOM}/delete?id=${third.roomId}`)).code).to.equal(0);
  });

  it("virtual counts are set beside the counted ones", async () => {
    const { live } = await buildLive();
    const virtual = { virtualPlayTimes: 800, virtualLikeTimes: 90 };
    const reply = await client.put(`${LIVE}/update-virtual`, { id: live._id, ...virtual });
    expect([reply.code, reply.data]).to.deep.equal([0, true]);
    expect(await readLive(live._id)).to.include({ ...virtual, playTimes: 0, likeTimes: 0 });
    expect(await auditOf("live-base-info", live._id)).to.deep.equal(["live-base-info.update-virtual"]);
    const times = await client.post(`${LIVE}/getLiveLikePlayTimesAdmin`, { id: live._id });
    expect(times.data).to.deep.equal({
      id: live._id,
      playTimes: 0,
      likeTimes: 0,
      ...virtual,
      status: 1,
      recordEvent: "",
    });
  });

  it("bad input is named", async () => {
    const good = { liveRoomId: 1, liveName: "Live" };
    for (const [field, value, named = field] of [
      ["liveRoomId", 0],
      ["liveName", ""],
      ["coverImg", "not an address"],
      ["type", -1],
      ["isMain", 2],
      ["virtualLikeTimes", -1],
      ["startTime", "soon"],
    ] as [string, unknown, string?][]) {
      const reply = await client.post(`${LIVE}/create`, { ...good, [field]: value });
      expect([reply.status, reply.msg.split(":")[0]], reply.msg).to.deep.equal([400, named]);
    }
    const reversed = await client.post(`${LIVE}/create`, {
      ...good,
      startTime: Date.now(),
      endTime: Date.now() - 1_000,
    });
    expect([reversed.status, reversed.msg.split(":")[0]]).to.deep.equal([400, "endTime"]);
    expect((await client.get(`${LIVE}/page?status=3`)).status).to.equal(400);
  });

  it("401 to strangers and members, 403 without the permission", async () => {
    await expectGuarded([
      ...([ROOM, LIVE, "/admin-api/cloudlive/live-spu"].flatMap((base) => [
        ["POST", `${base}/create`],
        ["PUT", `${base}/update`],
        ["DELETE", `${base}/delete`],
        ["GET", `${base}/get`],
        ["GET", `${base}/page`],
      ]) as ["GET", string][]),
      ["PUT", `${LIVE}/start`],
      ["PUT", `${LIVE}/end`],
      ["PUT", `${LIVE}/update-virtual`],
      ["POST", `${LIVE}/getLiveLikePlayTimesAdmin`],
      ["PUT", "/admin-api/cloudlive/live-spu/update-status"],
      ["PUT", "/admin-api/cloudlive/live-spu/update-explain-status"],
      ["PUT", "/admin-api/cloudlive/live-spu/update-sort"],
      ["POST", "/admin-api/product/spu/getLiveSpuList"],
      ["POST", "/admin-api/product/spu/getLiveSpuDetail"],
    ]);
  });
});
