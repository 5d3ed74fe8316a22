import { SpuModel, type SpuDoc } from "#shared/domains/catalog/index.js";
import { findMemberByMobile } from "#shared/domains/member/index.js";
import { clock, days, hours } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { SpuStatus } from "#shared/domains/catalog/catalog.states.js";
import { createLive } from "./changeLive.js";
import { createLiveMount } from "./mount/changeLiveMount.js";
import { createLiveRoom } from "./room/changeLiveRoom.js";
import { LiveModel } from "./live.model.js";
import { LiveRecordingModel } from "./callback/liveRecording.model.js";
import { LiveRoomModel } from "./room/liveRoom.model.js";
import { closeLive, openLive } from "./moveLive.js";
import { ExplainStatus, LiveRoomType, MountStatus, YesOrNo } from "./live.states.js";

/** The demo shop's only kind of live. */
// oxlint-disable-next-line shop/named-states -- a number of the operators' own
const KIND = 1;

/**
 * The demo shop's lives, in a room of this member: one running with products, one of them being explained, and one that
 * ended yesterday with its recording. None without the member, or if rooms exist already.
 */
export async function seedLives(hostMobile: string | null): Promise<void> {
  const host = hostMobile === null ? null : await findMemberByMobile(hostMobile);
  if (!host || (await LiveRoomModel.exists({}))) return;
  const goods = await SpuModel.find({ status: SpuStatus.onShelf, stock: { $gt: 0 } })
    .sort({ salesShown: -1, _id: 1 })
    .limit(6)
    .lean<SpuDoc[]>();
  await inTransaction(async () => {
    const liveRoomId = await createLiveRoom({
      memberId: host._id,
      roomName: "West Lake teahouse 西湖茶馆",
      description: "Tea, and what goes with it, from the lake's western shore",
      discussant: "Lin Demo",
      isAuthentication: true,
      liveType: LiveRoomType.merchant,
    });
    await seedEnded(liveRoomId, goods);
    await seedRunning(liveRoomId, goods);
  });
}

async function seedRunning(liveRoomId: number, goods: readonly SpuDoc[]): Promise<void> {
  const liveId = await createLive(
    {
      liveRoomId,
      liveName: "First picking of the year 新茶上市",
      coverImg: goods[0]?.picUrl ?? "",
      description: "How it was picked, how it is brewed, and a cup for everyone who orders",
      startAt: clock.after(-hours(1)),
      endAt: clock.after(hours(2)),
      type: KIND,
      isMain: YesOrNo.yes,
      virtualPlayTimes: 1_200,
      virtualLikeTimes: 300,
    },
    true,
  );
  await mount(liveId, goods.slice(0, 4));
  await openLive(liveId, clock.after(-hours(1)));
  await LiveModel.updateOne({ _id: liveId }, { $set: { playTimes: 86, likeTimes: 241 } });
}

async function seedEnded(liveRoomId: number, goods: readonly SpuDoc[]): Promise<void> {
  const startedAt = clock.after(-days(1));
  const endedAt = new Date(startedAt.getTime() + hours(1));
  const liveId = await createLive(
    {
      liveRoomId,
      liveName: "An evening with teapots 紫砂壶之夜",
      coverImg: goods[1]?.picUrl ?? "",
      description: "Clay, glaze and a good spout",
      startAt: startedAt,
      endAt: endedAt,
      type: KIND,
      virtualPlayTimes: 500,
    },
    true,
  );
  await mount(liveId, goods.slice(3));
  await openLive(liveId, startedAt);
  await closeLive(liveId, endedAt);
  await LiveModel.updateOne({ _id: liveId }, { $set: { playTimes: 132, likeTimes: 410, recordEvent: "record_ended" } });
  await addRecording(liveId);
}

/** The first is being explained; the last is off the live's shelf. */
async function mount(liveId: number, goods: readonly SpuDoc[]): Promise<void> {
  for (const [sort, { _id: spuId }] of goods.entries()) {
    const isLast = sort > 0 && sort === goods.length - 1;
    await createLiveMount({
      liveId,
      spuId,
      sort,
      status: isLast ? MountStatus.offShelf : MountStatus.onShelf,
      explainStatus: sort === 0 ? ExplainStatus.explaining : ExplainStatus.idle,
    });
  }
}

async function addRecording(liveId: number): Promise<void> {
  const { streamName } = await LiveModel.findById(liveId).orFail().lean<{ streamName: string }>();
  await LiveRecordingModel.create([
    {
      _id: await nextId("liveRecordings"),
      liveId,
      streamId: streamName,
      channelId: streamName,
      fileId: `demo${liveId}`,
      recordFileId: `demo${liveId}`,
      durationSeconds: hours(1) / 1_000,
      fileSize: 268_435_456,
      videoUrl: `https://vod.live.invalid/${streamName}/demo${liveId}.mp4`,
    },
  ]);
}
