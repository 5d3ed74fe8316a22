import type { MotifName } from "../pictures/motifs.js";

interface DemoCategory {
  name: string;
  motif: MotifName;
  children: Record<string, { name: string; motif: MotifName }>;
}

/** The two levels; products name the key of a child. */
export const categories: DemoCategory[] = [
  {
    name: "Tea & Coffee 茶与咖啡",
    motif: "leaves",
    children: {
      greenTea: { name: "Green & White Tea 绿茶白茶", motif: "leaves" },
      darkTea: { name: "Black, Oolong & Pu'er 红茶乌龙普洱", motif: "leaves" },
      coffee: { name: "Coffee 咖啡", motif: "cup" },
    },
  },
  {
    name: "Home & Kitchen 家居厨房",
    motif: "cup",
    children: {
      teaware: { name: "Teaware 茶具", motif: "cup" },
      textiles: { name: "Bed & Bath 家纺", motif: "weave" },
      kitchen: { name: "Cookware 厨具", motif: "bowl" },
    },
  },
  {
    name: "Pantry 食品粮油",
    motif: "bowl",
    children: {
      staples: { name: "Rice, Noodles & Sauces 粮油调味", motif: "bowl" },
      snacks: { name: "Snacks & Sweets 零食", motif: "bowl" },
    },
  },
  {
    name: "Health & Beauty 健康美护",
    motif: "drops",
    children: {
      skincare: { name: "Skin Care 护肤", motif: "drops" },
      wellness: { name: "Wellness & Pharmacy 养生药房", motif: "drops" },
    },
  },
  {
    name: "Electronics 数码电器",
    motif: "device",
    children: {
      phones: { name: "Phones & Tablets 手机平板", motif: "device" },
      audio: { name: "Audio 影音", motif: "sound" },
      appliances: { name: "Small Appliances 小家电", motif: "device" },
    },
  },
  {
    name: "Sport & Outdoor 运动户外",
    motif: "peaks",
    children: {
      camping: { name: "Camping 露营", motif: "peaks" },
      fitness: { name: "Fitness 健身", motif: "peaks" },
    },
  },
  {
    name: "Gifts & Services 礼品服务",
    motif: "card",
    children: {
      giftCards: { name: "Gift Cards & Classes 礼品卡课程", motif: "card" },
    },
  },
];

/** name -> the shop's description. */
export const brands: Record<string, string> = {
  "Cloud Hill 云岭": "Teas from small gardens above the clouds, picked and roasted by hand.",
  "Blue Kiln 青窑": "Celadon and porcelain from a family kiln, fired the old way.",
  "Harbour Roast 港湾咖啡": "Coffee roasted in small batches, posted within two days.",
  "Northern Field 北田": "Grain, noodles and sauces from the black soil of the north-east.",
  "Sweet Lane 甜巷": "Snacks as they were sold in the lanes of the old town.",
  "Still Water 静水": "Skin care with few ingredients, all of them named on the label.",
  "Hall of Kindness 仁和堂": "Herbs and everyday remedies, with a pharmacist at hand.",
  "Lumen 流明": "Phones, tablets and small appliances that last and can be repaired.",
  "Echo Bay 回声湾": "Headphones and speakers tuned by people who play music.",
  "Ridge 山脊": "Camping and training gear, tested on real ridges.",
  "Loom House 织屋": "Cotton, linen and silk for bed and bath.",
  "The Shop 本店": "Gift cards and classes of our own.",
};
