import { randomBytes } from "node:crypto";
import { expect } from "chai";
import type mongoose from "mongoose";
import { createInvoiceTitle } from "#shared/domains/invoice/index.js";
import { createLive, createLiveRoom, LiveModel, startLive } from "#shared/domains/live/index.js";
import { makeGroup } from "#shared/domains/chat/worker.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { reserveIdsUpTo } from "#shared/kernel/mongo/ids.js";
import { models } from "#shared/kernel/mongo/mongo.js";
import { buildBargain, buildGroupBuy, buildPointActivity, buildSeckill } from "#test/factories/activity.js";
import { buildAddress } from "#test/factories/address.js";
import { buildAfterSale } from "#test/factories/afterSale.js";
import { buildCartRow } from "#test/factories/cart.js";
import { buildInvoice } from "#test/factories/invoice.js";
import { buildLicense } from "#test/factories/license.js";
import { buildLiveMount } from "#test/factories/live.js";
import { buildMember, type BuiltMember } from "#test/factories/member.js";
import { buildPaidOrder, buildUnpaidOrder, payOrder } from "#test/factories/order.js";
import { givePoints } from "#test/factories/points.js";
import { buildCoupon, buildCouponTemplate } from "#test/factories/promotion.js";
import { buildReceivedOrder, buildShippedOrder } from "#test/factories/shipment.js";
import { buildSpu } from "#test/factories/spu.js";
import { buildStore } from "#test/factories/store.js";
import { buildVideo } from "#test/factories/video.js";
import { buildWallet } from "#test/factories/wallet.js";
import { buildSourceWithPackage } from "#test/factories/website.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { buildRecharge } from "#test/recharge/support.js";

export interface MemberOfEverything extends BuiltMember {
  /** Stands in every private text of theirs, and nowhere else. */
  marker: string;
  /** What everyone may name, by the field that names it. */
  common: Record<string, unknown>;
  /** The same where the field is called `id`. */
  everyones: Record<string, number>;
}

/**
 * A member with one of everything that members can have. Ids are told apart over all collections, so that a number in an
 * answer says whose it is.
 */
export async function buildMemberOfEverything(): Promise<MemberOfEverything> {
  await startService();
  await seedDelivery();
  await idsToldApart();
  const marker = randomBytes(5).toString("hex");
  const built = await buildMember({ nickname: `Open ${marker.slice(0, 4)}` });
  const { client, member } = built;
  const memberId = member._id;
  const { spuId, skuIds } = await buildSpu({ stock: 10_000 });
  const skuId = skuIds[0]!;
  const owner = { owner: built, skuId };

  const privately = { name: `人 ${marker}`, detailAddress: `巷 ${marker}` };
  await buildAddress(memberId, { ...privately, isDefault: true });
  await buildCartRow(memberId, { skuId });
  await buildWallet(50_000, built);
  await givePoints(memberId, 5_000);
  await post("/app-api/member/sign-in/record/create");
  const templateId = await buildCouponTemplate();
  await buildCoupon({ memberId, templateId });

  const body = { remark: `悄悄 ${marker}`, addressId: (await buildAddress(memberId, privately))._id };
  await buildUnpaidOrder({ ...owner, body });
  await buildShippedOrder({ ...owner, body });
  const received = await buildReceivedOrder({ ...owner, body });
  const scores = { descriptionScores: 5, benefitScores: 5, content: "As described", picUrls: [] };
  await post("/app-api/trade/order/item/createOrderItemComment", {
    ...scores,
    orderItemId: received.items[0]!._id,
    anonymous: true,
  });
  await buildAfterSale(await buildPaidOrder({ ...owner, body }), { applyDescription: `因 ${marker}` });
  await buildInvoice({
    ordered: await buildPaidOrder({ ...owner, body }),
    body: { title: marker, email: `${marker}@mail.example` },
  });
  await createInvoiceTitle(memberId, { title: marker });
  await buildRecharge({}, built);

  const group = await buildGroupBuy({ goods: { stock: 1_000 } });
  const joined = await buildUnpaidOrder({ owner: built, skuId: group.skuId, body: { ...body, ...group.input } });
  await payOrder(joined);
  const bargain = await buildBargain();
  await post("/app-api/promotion/bargain-record/create", { activityId: bargain.activityId });

  const liveRoomId = await createLiveRoom({ memberId, roomName: "Room", liveType: 2 });
  const liveId = await createLive({ liveRoomId, liveName: "Live" }, true);
  await startLive(liveId);
  await makeGroup(liveId);
  await buildLiveMount(liveId, { spuId });
  await post("/app-api/cloudlive/live/like", { id: liveId, count: 3 });
  await buildVideo({ owner: built });
  await buildLicense({ memberId, companyName: `厂 ${marker}` });
  const [sourceId] = await buildSourceWithPackage();
  await client.get(`/app-api/website/source/${sourceId}/download`);
  await runJobs();

  const live = await LiveModel.findById(liveId).orFail().lean();
  const groupId = live.groupId;
  const { activityId } = bargain;
  const common = { skuId, skuIds: skuId, spuId, templateId, sourceId, groupId, activityId, appId: 1, areaId: 330_106 };
  const everyones = {
    sku: skuId,
    spu: spuId,
    live: liveId,
    liveRoom: liveRoomId,
    source: sourceId,
    bargain: activityId,
    combination: group.activityId,
    seckill: (await buildSeckill()).activityId,
    point: (await buildPointActivity()).activityId,
    store: await buildStore(),
  };
  return { ...built, marker, common, everyones };

  async function post(path: string, sent: object = {}): Promise<void> {
    const reply = await client.post(path, sent);
    expect([0, 200], `${path}: ${reply.msg}`).to.include(reply.code);
  }
}

const FIRST = 700_000_000;
const APART = 1_000_000;

interface Counter {
  _id: string;
  value: number;
}
const counters = () => models.get("counters") as unknown as mongoose.Model<Counter>;
let countersBefore = new Map<string, number>();

async function idsToldApart(): Promise<void> {
  countersBefore = new Map((await counters().find({}).lean<Counter[]>()).map(({ _id, value }) => [_id, value]));
  for (const [index, name] of [...models.keys()].sort().entries()) await reserveIdsUpTo(name, FIRST + index * APART);
}

/** What other tests make is numbered as if nothing had been in between. */
export async function idsAsBefore(): Promise<void> {
  for (const name of models.keys()) {
    const value = countersBefore.get(name) ?? 0;
    await counters().updateOne({ _id: name }, { $set: { value } });
    await reserveIdsUpTo(name, value); // forgets what this process still had in hand
  }
}

/** Every id that was told apart and stands somewhere in a value. */
export const idsIn = (value: unknown): number[] =>
  [...(JSON.stringify(value) ?? "").matchAll(/(?<!\d)[78]\d{8}(?!\d)/g)].map(([id]) => Number(id));
