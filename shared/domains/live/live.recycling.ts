import { catalogErrors, findSpus } from "#shared/domains/catalog/index.js";
import { restoreRows } from "#shared/kernel/mongo/logicalDelete.js";
import { recycling, type Recycling } from "#shared/kernel/mongo/recycling.js";
import { SpuStatus } from "#shared/domains/catalog/catalog.states.js";
import { holdMounts } from "./mount/changeLiveMount.js";
import { countLiveOf } from "./room/changeLiveRoom.js";
import { liveErrors } from "./live.errors.js";
import { LiveModel } from "./live.model.js";
import { invalidateLiveState } from "./live.queries.js";
import { LiveMountModel } from "./mount/liveMount.model.js";
import { LiveRoomModel } from "./room/liveRoom.model.js";

export const liveRecycling: Recycling[] = [
  recycling({
    kind: "live-room",
    en: "Live room",
    zh: "直播间",
    model: LiveRoomModel,
    named: "roomName",
    audit: ["cloudlive", "live-room"],
    right: "cloudlive:live-room",
  }),
  // Its chat group is dissolved at the provider and is not restored.
  recycling({
    kind: "live-base-info",
    en: "Live",
    zh: "直播",
    model: LiveModel,
    named: "liveName",
    audit: ["cloudlive", "live-base-info"],
    right: "cloudlive:live-base-info",
    check: ({ liveRoomId }) => countLiveOf(liveRoomId, 1),
    async restored({ _id, deletedAt }) {
      await restoreRows(LiveMountModel, { liveId: _id }, deletedAt);
      invalidateLiveState(_id);
    },
  }),
  recycling({
    kind: "live-spu",
    en: "Product in a live",
    zh: "直播商品",
    model: LiveMountModel,
    named: "spuId",
    audit: ["cloudlive", "live-spu"],
    right: "cloudlive:live-spu",
    async check({ liveId, spuId }) {
      if (!(await holdMounts(liveId))) throw liveErrors.LiveNotFound();
      const [spu] = await findSpus([spuId]);
      if (!spu || spu.status === SpuStatus.recycled) throw catalogErrors.SpuNotFound();
      if (await LiveMountModel.exists({ liveId, spuId })) throw liveErrors.SpuAlreadyMounted();
    },
  }),
];
