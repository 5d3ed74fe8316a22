import type { SolutionInput, SourceInput } from "#shared/domains/website/index.js";
import { picture } from "./websitePictures.js";
import type { Keyed } from "./websiteProducts.js";

/** The demo website's solutions for industries, and its source packages. */

const solution = (
  title: string,
  industry: string,
  thumbnail: string,
  more: Partial<SolutionInput>,
): Keyed<SolutionInput> => ({
  title,
  industry,
  thumbnail,
  deployType: "saas",
  version: "1.0",
  isRecommended: true,
  ...more,
});
export const solutions: Keyed<SolutionInput>[] = [
  solution("连锁零售一体化方案", "chain", picture("till"), {
    subtitle: "总部、门店、线上同一盘货",
    description: "统一商品、价格、库存与会员，门店即前置仓。",
    detailContent: "<h2>总部管得住，门店跑得快</h2><p>商品与价格由总部下发，库存按门店实时同步，线上订单就近发货。</p>",
    deployType: "private",
    isHot: true,
    version: "3.2",
    tags: ["门店", "库存", "会员"],
    features: [{ title: "一盘货" }, { title: "就近发货" }, { title: "导购分佣" }],
    techStack: { backend: ["Node.js"], frontend: ["Vue"] },
    sortOrder: 1,
  }),
  solution("品牌直营商城方案", "brand", picture("mall"), {
    subtitle: "把流量变成自己的会员",
    description: "小程序商城加会员运营，三周上线。",
    detailContent: "<p>从装修到上线只需三周，活动由运营自助配置。</p>",
    isHot: true,
    version: "2.5",
    tags: ["商城", "会员"],
    sortOrder: 2,
  }),
  solution("茶饮连锁点单方案", "tea", picture("tea"), {
    subtitle: "高峰一小时一千杯",
    description: "到店自提、外送、储值卡与集点卡。",
    tags: ["点单", "储值"],
    sortOrder: 3,
  }),
  solution("餐厅扫码点餐方案", "meals", picture("food"), {
    subtitle: "扫码、加菜、结账",
    description: "桌码点餐，后厨分单打印，券与储值同时可用。",
    tags: ["点单"],
    sortOrder: 4,
  }),
  solution("美业预约方案", "beauty", picture("beauty"), {
    subtitle: "预约、到店、核销、复购",
    description: "技师排班与卡项核销，到期自动提醒。",
    tags: ["预约", "会员"],
    sortOrder: 5,
  }),
  solution("社区生鲜方案", "grocery", picture("fresh"), {
    subtitle: "次日达与自提点",
    description: "团长、自提点与损耗管理。",
    deployType: "hybrid",
    tags: ["门店", "库存"],
    sortOrder: 6,
  }),
  solution("在线课程方案", "course", picture("live"), {
    subtitle: "录播、直播与题库",
    description: "课程售卖、学习进度与结业证书。",
    isRecommended: false,
    tags: ["直播", "会员"],
    sortOrder: 7,
  }),
];

export interface DemoSource extends Keyed<SourceInput> {
  file: string;
  about: string;
}
export const sources: DemoSource[] = [
  {
    industry: "retail",
    name: "云店商城社区版",
    version: "1.2.0",
    icon: picture("mall"),
    description: "多端商城的社区版源码：商品、购物车、订单与支付沙箱。",
    envTags: ["Node.js 20", "MongoDB 6", "Redis 7"],
    changelog: [{ version: "1.2.0", date: "2024-05-15", notes: ["新增解决方案市场", "刷新令牌轮换"] }],
    envRequirements: { node: ">=20", memory: "4 GiB" },
    sortOrder: 1,
    file: "mall-community-1.2.0.tar.gz",
    about: "云店商城社区版。npm install 后执行 npm start 即可体验。",
  },
  {
    industry: "brand",
    name: "直播间小程序组件",
    version: "0.9.3",
    icon: picture("live"),
    description: "直播播放、点赞与商品讲解的小程序组件。",
    envTags: ["小程序基础库 3.0"],
    changelog: [{ version: "0.9.3", notes: ["修复点赞抖动"] }],
    envRequirements: { devtools: "1.06" },
    sortOrder: 2,
    file: "live-widgets-0.9.3.tar.gz",
    about: "直播间小程序组件。将 components 目录复制到项目中使用。",
  },
];
