import { expect } from "chai";
import { LiveModel } from "#shared/domains/live/index.js";
import { LiveRoomModel } from "#shared/domains/live/room/liveRoom.model.js";
import { seedLives } from "#shared/domains/live/seedLives.js";
import { buildMember } from "#test/factories/member.js";
import { buildSpu } from "#test/factories/spu.js";
import type { Client } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

describe("the demo's lives", () => {
  // Other tests have rooms of their own; to the seed they look like an older demo.
  let others: number[];
  before(async () => {
    await startService();
    others = await LiveRoomModel.distinct("_id");
    await LiveRoomModel.deleteMany({ _id: { $in: others } });
  });

  it("are one that runs with products, one explained, and one that ended with a recording; again changes nothing", async () => {
    for (let count = 0; count < 6; count++) await buildSpu({ virtualSalesCount: 2_000_000 });
    const { member, client } = await buildMember();
    await seedLives(null);
    await seedLives("10000000000");
    expect(await LiveRoomModel.countDocuments()).to.equal(0);
    await seedLives(member.mobile!);
    await seedLives(member.mobile!);
    expect(await LiveRoomModel.countDocuments()).to.equal(1);
    const room = (await LiveRoomModel.findOne().lean())!;
    const lives = await LiveModel.find({ liveRoomId: room._id }).sort({ status: 1 }).lean();
    expect(lives.map(({ status }) => status)).to.deep.equal([1, 2]);
    expect(room.liveCount).to.equal(2);
    await expectWatchable(client, lives[0]!._id, lives[1]!.liveName);
  });

  async function expectWatchable(client: Client, runningId: number, endedName: string): Promise<void> {
    const list = await client.post("/app-api/product/spu/getLiveSpuList", { liveId: runningId, status: 0 });
    expect(list.data).to.have.length(3);
    const detail = await client.post("/app-api/product/spu/getLiveSpuDetail", { liveId: runningId, explainStatus: 1 });
    expect([detail.code, detail.data?.id]).to.deep.equal([0, list.data[0].id]);
    const page = await client.post("/app-api/cloudlive/live/getLiveRoomLivingPage", { liveName: endedName, status: 2 });
    expect(page.data.list[0].baseRecordInfoRespVOList).to.have.length(1);
  }
});
