import type {
  DemoSiteInput,
  Pages,
  PolicyInput,
  ProductInput,
  ProductReviewInput,
  SolutionInput,
  SourceInput,
  TeamMemberInput,
} from "#shared/domains/website/index.js";
import { pictureKey, type WantedPicture } from "./seedPictures.js";

/** What the demo's website says. Categories and products are named by keys that its rows refer to. */

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
const picture = (name: keyof typeof pictures): string => pictureKey(pictures[name]);

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

type Keyed<I> = Omit<I, "categoryId"> & { industry: string };

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

export const team: TeamMemberInput[] = [
  {
    name: "林知远",
    title: "创始人兼首席执行官",
    description: "十五年零售信息化经验，前连锁集团数字化负责人。",
    sortOrder: 1,
  },
  { name: "周晓岚", title: "首席技术官", description: "分布式系统与支付架构专家，主导交易核心。", sortOrder: 2 },
  { name: "陈一鸣", title: "产品总监", description: "走访过三百多家门店，把复杂留给系统。", sortOrder: 3 },
  { name: "吴晴", title: "客户成功负责人", description: "陪伴每一位商家从上线到增长。", sortOrder: 4 },
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

const shanghaiDay = (day: string): Date => new Date(`${day}T00:00:00+08:00`);
export const policies: PolicyInput[] = [
  {
    policyType: "privacy",
    title: "隐私政策",
    version: "1.0",
    content: "<h2>我们收集哪些信息</h2><p>手机号、收货地址与订单信息，仅用于履约与售后。</p>",
    effectiveAt: shanghaiDay("2023-01-01"),
  },
  {
    policyType: "privacy",
    title: "隐私政策",
    version: "2.0",
    content:
      "<h2>我们收集哪些信息</h2><p>手机号、收货地址、订单与设备信息，仅用于履约、售后与安全防护。</p><h2>您的权利</h2><p>您可以随时查询、更正、注销账号，或撤回同意。</p>",
    effectiveAt: shanghaiDay("2024-06-01"),
  },
  {
    policyType: "terms",
    title: "用户服务协议",
    version: "1.0",
    content:
      "<h2>服务说明</h2><p>您在使用本服务前应阅读并同意本协议。</p><h2>账号安全</h2><p>请妥善保管账号与支付密码。</p>",
    effectiveAt: shanghaiDay("2023-01-01"),
  },
];

export const pages: Pages = {
  company: {
    hero: { title: "让每一家店都有自己的数字化", subtitle: "从西湖边的一间茶馆开始" },
    advantages: [
      { title: "稳定", text: "交易链路全年可用 99.99%" },
      { title: "开放", text: "源码交付，接口齐全" },
      { title: "陪伴", text: "七乘十二小时专人支持" },
    ],
    timeline: [
      { year: 2018, text: "公司在杭州成立" },
      { year: 2020, text: "云店商城 1.0 发布" },
      { year: 2022, text: "服务商家突破一千家" },
      { year: 2024, text: "解决方案市场与在线授权验证上线" },
    ],
    partners: [{ name: "龙井山房" }, { name: "绿野超市" }, { name: "织里童装" }],
  },
  contact: {
    companyName: "西湖云店科技有限公司",
    slogan: "让经营更简单",
    address: "浙江省杭州市西湖区龙井路 1 号",
    phone: "0571-8888-0000",
    email: "hello@shop.example",
    workingHours: "周一至周五 9:00-18:00",
    mapLat: 30.2236,
    mapLng: 120.1203,
    qrCodeUrl: picture("member"),
  },
  site: {
    logo: picture("mall"),
    companyName: "西湖云店科技有限公司",
    phone: "0571-8888-0000",
    email: "hello@shop.example",
    address: "浙江省杭州市西湖区龙井路 1 号",
    icp: "浙ICP备00000000号-1",
    policeIcp: "浙公网安备 33010600000000号",
    socialQrcode: picture("member"),
    serviceQrcode: picture("live"),
    socialLinks: { weibo: "https://weibo.example/yundian", zhihu: "https://zhihu.example/yundian" },
  },
  home: {
    stats: [
      { label: "服务商家", value: "1,200+", icon: "store", numericVal: 1_200, suffix: "+" },
      { label: "日均订单", value: "38 万", icon: "order", numericVal: 380_000, suffix: "" },
      { label: "全年可用", value: "99.99%", icon: "shield", numericVal: 99.99, suffix: "%" },
    ],
    hero: { title: "一套系统，开好每一家店", subtitle: "商城、直播、会员、门店一体化", button: "免费试用" },
    banners: [{ image: picture("mall"), title: "云店商城 3.2 发布", link: "/products" }],
    advantages: [{ title: "多端合一" }, { title: "私有化部署" }, { title: "源码交付" }],
    partners: [{ name: "龙井山房" }, { name: "绿野超市" }, { name: "织里童装" }],
    cta: { title: "现在就开始", button: "联系我们", link: "/contact" },
  },
};

export const message = {
  name: "王小明",
  email: "wang@example.com",
  subject: "茶饮连锁方案咨询",
  message: "您好，我们在绍兴有 12 家门店，想了解茶饮连锁方案的部署方式与价格。",
};
