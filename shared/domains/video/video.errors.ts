import { defineErrors } from "#shared/kernel/request/errors.js";

/** The free range 1016. */
export const videoErrors = defineErrors("video", {
  VideoNotFound: { code: 1016001000, en: "There is no such video", zh: "视频不存在" },
  VideoNotRefused: {
    code: 1016001001,
    en: "The provider has not refused this video",
    zh: "该视频未被平台拒绝，无需重新上传",
  },
  NoVideoPlatform: { code: 1016001002, en: "No video provider is set up", zh: "未配置视频平台" },
});
