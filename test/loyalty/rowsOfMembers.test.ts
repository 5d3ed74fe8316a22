import { expect } from "chai";
import mongoose from "mongoose";
import { signInToday } from "#shared/domains/loyalty/index.js";
import { LevelRecordModel } from "#shared/domains/loyalty/level/levelRecord.model.js";
import { ExperienceRecordModel } from "#shared/domains/loyalty/level/experienceRecord.model.js";
import { MemberModel } from "#shared/domains/member/index.js";
import { PayAnomalyModel } from "#shared/domains/pay/anomaly/payAnomaly.model.js";
import { PayRefundModel } from "#shared/domains/pay/refund/payRefund.model.js";
import { RechargeModel } from "#shared/domains/recharge/recharge.model.js";
import { clock, days, hours } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { buildLicense } from "#test/factories/license.js";
import { buildLive } from "#test/factories/live.js";
import { buildMember, type BuiltMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildPayOrder } from "#test/factories/payOrder.js";
import { givePoints } from "#test/factories/points.js";
import { buildVideo } from "#test/factories/video.js";
import { buildWallet } from "#test/factories/wallet.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

/** How often members are read while it runs. */
async function readsOfMembers(run: () => Promise<unknown>): Promise<number> {
  const client = mongoose.connection.getClient();
  let reads = 0;
  const note = ({ commandName, command }: mongoose.mongo.CommandStartedEvent): void => {
    if (commandName === "find" && (command as { find?: string }).find === "members") reads++;
  };
  client.on("commandStarted", note);
  try {
    await run();
  } finally {
    client.off("commandStarted", note);
  }
  return reads;
}

describe("operators' rows of members", () => {
  let operator: BuiltOperator;
  let owner: BuiltMember;
  let payOrderId: number;
  let merchantOrderId: string;
  let roomId: number;
  let liveId: number;
  const reason = `r${process.pid}`;
  before(async () => {
    await startService();
    operator = await buildOperator(["*"]);
    owner = await buildMember({ nickname: "李雷", avatar: "" });
    const memberId = owner.member._id;
    await buildWallet(500, owner);
    await buildWallet(300, owner);
    for (const given of [3, 4]) await givePoints(memberId, given);
    await signInToday(memberId);
    for (const way of [1, 2])
      await ExperienceRecordModel.create([
        {
          _id: await nextId("experienceRecords"),
          memberId,
          bizType: 0,
          bizId: `${way}`,
          experience: 1,
          totalExperience: 1,
        },
      ]);
    await LevelRecordModel.create([{ _id: await nextId("levelRecords"), memberId, memberExperience: 5, reason }]);
    for (let times = 0; times < 2; times++) await buildLicense({ memberId });
    const first = await buildPayOrder({}, owner);
    const second = await buildPayOrder({}, owner);
    ({ _id: payOrderId, merchantOrderId } = second.order);
    for (const { order } of [first, second])
      await PayRefundModel.create([
        {
          _id: await nextId("payRefunds"),
          no: `R${order._id}`,
          merchantRefundId: `M${order._id}`,
          payOrderId: order._id,
          attemptId: 1,
          appId: 1,
          merchantOrderId: order.merchantOrderId,
          refundFen: 1,
          kind: "order",
          status: 20,
          nextAskAt: clock.now(),
        },
      ]);
    await PayAnomalyModel.create([
      {
        _id: await nextId("payAnomalies"),
        kind: "wrongAmount",
        key: `rows-${payOrderId}`,
        payOrderId,
        merchantOrderId,
        no: `N${payOrderId}`,
        channelOrderNo: `C${payOrderId}`,
        paidFen: 1,
        status: 20,
      },
    ]);
    await RechargeModel.create([
      { _id: await nextId("recharges"), memberId, payPriceFen: 1, bonusPriceFen: 0, totalPriceFen: 1, payOrderId },
    ]);
    const built = await buildLive({ started: false });
    roomId = built.roomId;
    liveId = built.live._id;
    await mongoose.connection
      .collection<{ _id: number }>("liveRooms")
      .updateOne({ _id: roomId }, { $set: { memberId } });
    await buildVideo({ owner });
    await runJobs();
  });

  interface Row {
    id: number;
    user: Record<string, unknown> | null;
  }
  const read = async (path: string): Promise<Row[]> => {
    const reply = await operator.client.get(`/admin-api/${path}`);
    expect(reply.code, `${path}: ${reply.msg}`).to.be.oneOf([0, 200]);
    return (reply.data.list ?? [reply.data]) as Row[];
  };
  const lists = (): string[] => {
    const mine = `userId=${owner.member._id}`;
    return [
      `pay/wallet/page?${mine}`,
      `pay/wallet/get?${mine}`,
      `pay/wallet-transaction/page?${mine}`,
      `pay/wallet-recharge/page?${mine}`,
      `pay/order/page?${mine}`,
      `pay/order/get-detail?id=${payOrderId}`,
      `pay/refund/page?${mine}`,
      `pay/anomaly/page?payOrderId=${payOrderId}`,
      `member/point/record/page?${mine}`,
      `member/experience-record/page?${mine}`,
      `member/level-record/page?${mine}`,
      `member/sign-in/record/page?${mine}`,
      `website/license/page?${mine}`,
      `cloudlive/live-room/page?memberUserId=${owner.member._id}`,
      `cloudlive/live-room/get?id=${roomId}`,
      `cloudlive/live-base-info/page?liveRoomId=${roomId}`,
      `cloudlive/live-base-info/get?id=${liveId}`,
      `cloudvod/vod/page?${mine}`,
    ];
  };

  it("say who it is, in every list, with one read of members a page", async () => {
    const { _id: id, mobile } = owner.member;
    const user = { id, nickname: "李雷", avatar: "", mobile };
    for (const path of lists()) {
      let rows: Row[] = [];
      const reads = await readsOfMembers(async () => {
        rows = await read(path);
      });
      expect(rows, path).not.to.have.length(0);
      for (const row of rows) expect(row.user, path).to.deep.equal(user);
      expect(reads, path).to.equal(1);
    }
  });

  it("find refunds by member, alone and with the pay order", async () => {
    const mine = `pay/refund/page?userId=${owner.member._id}`;
    expect(await read(mine)).to.have.length(2);
    expect(await read(`${mine}&payOrderId=${payOrderId}`)).to.have.length(1);
    expect(await read(`${mine}&payOrderId=999999999`)).to.deep.equal([]);
    expect(await read("pay/refund/page?userId=999999999")).to.deep.equal([]);
  });

  it("find anomalies by the merchant's order, and by the payment's number here and at the channel", async () => {
    for (const query of [`merchantOrderId=${merchantOrderId}`, `no=N${payOrderId}`, `no=C${payOrderId}`])
      expect(await read(`pay/anomaly/page?${query}`), query).to.have.length(1);
    expect(await read(`pay/anomaly/page?merchantOrderId=${merchantOrderId}&no=N1`)).to.deep.equal([]);
  });

  it("find experience and levels by time, both ends counting", async () => {
    for (const noun of ["experience-record", "level-record"]) {
      const mine = `member/${noun}/page?userId=${owner.member._id}`;
      const [{ createTime }] = (await read(mine)) as unknown as [{ createTime: number }];
      expect(
        await read(`${mine}&createTime=${createTime}&createTime=${createTime + hours(1)}`),
        noun,
      ).not.to.have.length(0);
      expect(await read(`${mine}&createTime=0&createTime=${createTime - days(1)}`), noun).to.deep.equal([]);
    }
  });

  it("refuse what is no id, number or time by its name", async () => {
    for (const [query, field] of [
      ["pay/refund/page?userId=x", "userId"],
      ["pay/anomaly/page?merchantOrderId=1&merchantOrderId=2", "merchantOrderId"],
      ["pay/anomaly/page?no=1&no=2", "no"],
      ["member/experience-record/page?createTime=x", "createTime"],
      ["member/level-record/page?createTime=2&createTime=1", "createTime"],
      ["member/invoice/page?orderNo=1&orderNo=2", "orderNo"],
      ["product/spu/page?id=x", "id"],
    ] as const) {
      const { status, msg } = await operator.client.get(`/admin-api/${query}`);
      expect([status, msg.split(/[:.]/)[0]], query).to.deep.equal([400, field]);
    }
  });

  it("name the member in files", async () => {
    for (const path of ["pay/order", "pay/refund", "pay/wallet-transaction", "website/license"]) {
      const { text, status } = await operator.client.get(`/admin-api/${path}/export?userId=${owner.member._id}`);
      expect(status, text).to.equal(200);
      const [heads, ...rows] = text.trim().split(/\r?\n/);
      expect(heads, path).to.match(/Nickname|会员昵称/);
      expect(rows, path).not.to.have.length(0);
      for (const row of rows) expect(row, path).to.include("李雷");
    }
  });

  it("stay when the account is given up; then nobody is named", async () => {
    await inTransaction(async () => MemberModel.deleteOne({ _id: owner.member._id }));
    for (const path of lists()) {
      const rows = await read(path);
      expect(rows, path).not.to.have.length(0);
      for (const row of rows) expect(row.user, path).to.equal(null);
    }
    const { text } = await operator.client.get(`/admin-api/pay/order/export?userId=${owner.member._id}`);
    expect(text).not.to.include("李雷");
  });
});
