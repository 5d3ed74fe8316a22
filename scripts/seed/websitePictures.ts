import { pictureKey, type WantedPicture } from "./seedPictures.js";

const pictures = {
  mall: { name: "云店商城", motif: "card" },
  live: { name: "直播助手", motif: "sound" },
  member: { name: "会员营销", motif: "weave" },
  till: { name: "门店收银", motif: "device" },
  board: { name: "经营看板", motif: "peaks" },
  tea: { name: "茶饮连锁", motif: "cup" },
  food: { name: "餐厅点餐", motif: "bowl" },
  beauty: { name: "美业预约", motif: "drops" },
  fresh: { name: "社区生鲜", motif: "leaves" },
} satisfies Record<string, WantedPicture>;
export const websitePictures: WantedPicture[] = Object.values(pictures);
/** The storage key of the picture of this name. */
export const picture = (name: keyof typeof pictures): string => pictureKey(pictures[name]);
