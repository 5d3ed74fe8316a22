import { defineErrors } from "#shared/kernel/request/errors.js";

/** NothingExplained has the interface's number; the rest is in the free range 1015. */
export const liveErrors = defineErrors("live", {
  NothingExplained: {
    code: 1008005000,
    en: "No product of this live fits",
    zh: "该直播暂无符合条件的商品",
  },
  LiveRoomNotFound: { code: 1015001000, en: "There is no such live room", zh: "直播间不存在" },
  LiveRoomHasLives: {
    code: 1015001001,
    en: "This live room has {count} lives",
    zh: "直播间下存在 {count} 场直播，无法删除",
  },
  LiveNotFound: { code: 1015002000, en: "There is no such live", zh: "直播不存在" },
  LiveAlreadyStarted: { code: 1015002001, en: "This live has started already", zh: "直播已开始" },
  LiveNotRunning: { code: 1015002002, en: "This live is not running", zh: "直播未在进行中" },
  LiveStillRunning: { code: 1015002003, en: "This live is running, end it first", zh: "直播进行中，请先结束" },
  LiveMountNotFound: { code: 1015003000, en: "There is no such product in a live", zh: "直播商品不存在" },
  SpuAlreadyMounted: { code: 1015003001, en: "The live has this product already", zh: "该商品已在直播中" },
  StreamNotCut: {
    code: 1015002004,
    en: "The live provider refused to cut this stream, error code: {reason}",
    zh: "直播平台拒绝断流，错误码：{reason}",
    retry: false,
  },
  MountOffShelf: {
    code: 1015003002,
    en: "A product off the live's shelf cannot be explained",
    zh: "商品未上架，无法讲解",
  },
});
