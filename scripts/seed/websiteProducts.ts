import type { DemoSiteInput, ProductInput, ProductReviewInput } from "#shared/domains/website/index.js";
import { picture } from "./websitePictures.js";

/** The demo website's industries, products, reviews and demos. */

interface DemoIndustry {
  name: string;
  description: string;
  children?: Record<string, string>;
  disabled?: boolean;
}
export const industries: Record<string, DemoIndustry> = {
  retail: {
    name: "零售电商",
    description: "线上商城、直营品牌与连锁门店",
    children: { chain: "连锁门店", brand: "品牌直营", grocery: "社区生鲜" },
  },
  catering: { name: "餐饮茶饮", description: "点单、外送与会员储值", children: { tea: "茶饮连锁", meals: "餐厅点餐" } },
  service: { name: "生活服务", description: "预约、核销与卡项", children: { beauty: "美业预约", fitness: "健身场馆" } },
  education: { name: "教育培训", description: "课程、直播与题库", children: { course: "在线课程" } },
  travel: { name: "文旅出行", description: "筹备中", disabled: true },
};

/** Named by the key of its industry; reviews and demos by that of their product. */
export type Keyed<I> = Omit<I, "categoryId"> & { industry: string };

export const products: Record<string, Keyed<ProductInput>> = {
  mall: {
    industry: "retail",
    title: "云店商城系统",
    subtitle: "小程序、公众号、H5、App 一套后台",
    thumbnail: picture("mall"),
    description: "商品、订单、营销、会员、分账一体的多端商城，支持私有化部署与源码交付。",
    detailContent:
      "<h2>从第一单到第一万单</h2><p>下单、支付、发货、售后全链路打通，支付回调与库存扣减经过断电、断网与高并发的反复检验。</p><ul><li>多端统一会员与购物车</li><li>优惠券、满减、拼团、砍价、秒杀</li><li>余额与微信、支付宝组合支付</li></ul>",
    gallery: { images: [picture("mall"), picture("member")] },
    tags: ["商城", "多端", "私有化"],
    techTags: ["TypeScript", "Koa", "MongoDB", "Redis"],
    stats: [
      { label: "上线商家", value: "1,200+" },
      { label: "日均订单", value: "38 万" },
    ],
    pricingPlans: [
      { name: "标准版", price: 9_800, unit: "元/年", features: ["单店铺", "基础营销"] },
      { name: "旗舰版", price: 29_800, unit: "元/年", features: ["多店铺", "全部营销", "数据看板"], recommended: true },
      { name: "源码版", price: 98_000, unit: "元", features: ["全部源码", "一年升级", "专属顾问"] },
    ],
    features: [
      { title: "订单不丢", text: "每一步都可重试，重复执行只生效一次" },
      { title: "库存不超", text: "热门商品抢购时逐件扣减" },
      { title: "对账清楚", text: "每日与渠道账单逐笔核对" },
    ],
    techStack: { backend: ["Node.js 20", "Koa", "BullMQ"], storage: ["MongoDB", "Redis", "S3"] },
    changelog: [{ version: "3.2.1", date: "2024-06-01", notes: ["修复并发扫码登录", "许可证到期按北京时间计算"] }],
    envRequirements: { cpu: "4 核", memory: "8 GiB", os: "Linux" },
    seoTitle: "云店商城系统 - 多端商城源码",
    seoDescription: "支持小程序、公众号、H5 与 App 的多端商城系统。",
    demoUrl: "https://demo.shop.example",
    isCore: true,
    sortOrder: 1,
  },
  live: {
    industry: "brand",
    title: "直播带货助手",
    subtitle: "开播、讲解、下单不跳转",
    thumbnail: picture("live"),
    description: "直播间商品讲解、群聊互动、回放录制与直播数据复盘。",
    detailContent: "<p>观众在直播间内完成下单，主播一键切换讲解商品。</p>",
    tags: ["直播", "多端"],
    techTags: ["WebRTC", "即时通信"],
    features: [{ title: "讲解中" }, { title: "禁言与进群" }, { title: "回放" }],
    pricingPlans: [{ name: "年费版", price: 12_800, unit: "元/年" }],
    isCore: true,
    sortOrder: 2,
  },
  member: {
    industry: "chain",
    title: "会员营销中台",
    subtitle: "等级、积分、储值、优惠券",
    thumbnail: picture("member"),
    description: "打通线上线下会员资产，自动化触达与复购分析。",
    detailContent: "<p>一个会员，一本账：等级、积分与余额的每次变动都有据可查。</p>",
    tags: ["会员", "私有化"],
    features: [{ title: "等级权益" }, { title: "积分商城" }, { title: "储值卡" }],
    isCore: true,
    sortOrder: 3,
  },
  till: {
    industry: "chain",
    title: "门店收银与库存",
    subtitle: "断网也能收款",
    thumbnail: picture("till"),
    description: "收银、盘点、调拨与自提核销，支持离线暂存。",
    tags: ["门店"],
    isCore: true,
    sortOrder: 4,
  },
  board: {
    industry: "retail",
    title: "经营数据看板",
    subtitle: "今天卖得怎么样，一眼看清",
    thumbnail: picture("board"),
    description: "销售、转化、复购与渠道分析，分钟级更新。",
    tags: ["数据"],
    sortOrder: 5,
  },
};

export const reviews: (Omit<ProductReviewInput, "productId"> & { product: string })[] = [
  { product: "mall", nickname: "杭州某茶企", score: 5, content: "双十一当天一万多单，没有一单错账，售后响应也快。" },
  { product: "mall", nickname: "李店长", score: 5, content: "后台很顺手，运营自己就能配活动。" },
  { product: "mall", nickname: "技术老周", score: 4, content: "源码清楚，二次开发两周上线。文档如果再多些示例更好。" },
  { product: "live", nickname: "织里童装", score: 5, content: "讲解商品切换很快，观众不用跳出去下单。" },
  { product: "member", nickname: "绿野超市", score: 4, content: "线上线下会员终于合并了。" },
];

export const demos: (Omit<DemoSiteInput, "productId"> & { product: string })[] = [
  {
    product: "mall",
    name: "云店商城演示站",
    demoUrl: "https://demo.shop.example",
    adminUrl: "https://demo.shop.example/admin",
    username: "demo",
    password: "demo1234",
    description: "每日凌晨重置数据，请勿填写真实信息。",
    screenshot: picture("mall"),
    sortOrder: 1,
  },
  {
    product: "live",
    name: "直播助手演示间",
    demoUrl: "https://live-demo.shop.example",
    description: "主播端与观众端各有一个账号。",
    screenshot: picture("live"),
    accounts: [
      { label: "主播", value: "anchor / demo1234" },
      { label: "观众", value: "viewer / demo1234" },
    ],
    sortOrder: 2,
  },
];
