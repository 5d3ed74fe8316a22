import type { Pages, PolicyInput, TeamMemberInput } from "#shared/domains/website/index.js";
import { picture } from "./websitePictures.js";

/** The demo website's team, terms and pages, and messages of its visitors. */

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
