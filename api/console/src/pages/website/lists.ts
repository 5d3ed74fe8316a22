import type { Field } from "../../parts/fields";
import { rowsField } from "../../parts/RowsField";
import type { Column } from "../../parts/rowsOf";

/** The website's free lists in the shapes that its pages expect. */

const title: Column = { name: "title", label: ["Title", "标题"], needed: true };
const text: Column = { name: "text", label: ["Text", "说明"] };
const name: Column = { name: "name", label: ["Name", "名称"], needed: true };
const link: Column = { name: "link", label: ["Leads to", "跳转链接"] };
const button: Column = { name: "button", label: ["Button", "按钮文字"] };
const subtitle: Column = { name: "subtitle", label: ["Subtitle", "副标题"] };
const value: Column = { name: "value", label: ["Shown", "显示值"], needed: true };

export const featuresField = rowsField("features", ["Features", "功能特性"], [title, text]);
export const advantagesField = rowsField("advantages", ["Strengths", "优势"], [title, text]);
export const partnersField = rowsField(
  "partners",
  ["Partners", "合作伙伴"],
  [name, { name: "logo", label: ["Logo", "Logo"], kind: "picture" }],
);
export const timelineField = rowsField(
  "timeline",
  ["History", "发展历程"],
  [{ name: "year", label: ["Year", "年份"], kind: "number", needed: true }, text],
);
export const bannersField = rowsField(
  "banners",
  ["Banners", "轮播图"],
  [
    { name: "image", label: ["Picture", "图片"], kind: "picture", needed: true },
    { name: "title", label: ["Title", "标题"] },
    link,
  ],
);
export const pricesField = rowsField(
  "pricingPlans",
  ["Prices", "价格方案"],
  [
    name,
    { name: "price", label: ["Price (as shown)", "价格（原样显示）"], kind: "number" },
    { name: "unit", label: ["Unit", "单位"] },
    { name: "recommended", label: ["Recommended", "推荐"], kind: "switch" },
    { name: "features", label: ["What it holds", "包含内容"], kind: "tags" },
  ],
);
export const figuresField = rowsField(
  "stats",
  ["Figures", "数据亮点"],
  [{ name: "label", label: ["Label", "名称"], needed: true }, value],
);
export const galleryField = rowsField(
  "gallery",
  ["Gallery", "图集"],
  [{ name: "images", label: ["Pictures", "图片"], kind: "pictures" }],
  { as: "one" },
);
export const techStackField = rowsField(
  "techStack",
  ["Technology", "技术栈"],
  [
    { name: "name", label: ["Part", "层"] },
    { name: "value", label: ["Built with", "所用技术"], kind: "tags" },
  ],
  { as: "map" },
);
export const changelogField = rowsField(
  "changelog",
  ["Versions", "更新日志"],
  [
    { name: "version", label: ["Version", "版本"], needed: true },
    { name: "date", label: ["Day", "日期"] },
    { name: "notes", label: ["What is new", "更新内容"], kind: "tags" },
  ],
);
export const envField = rowsField(
  "envRequirements",
  ["What it needs to run", "运行环境"],
  [
    { name: "name", label: ["Part", "项目"] },
    { name: "value", label: ["At least", "要求"] },
  ],
  { as: "map" },
);
export const linksField = rowsField(
  "socialLinks",
  ["Links", "社交链接"],
  [
    { name: "name", label: ["Where", "平台"] },
    { name: "value", label: ["Address", "链接地址"] },
  ],
  { as: "map" },
);
export const heroField = (withButton: boolean): Field =>
  rowsField("hero", ["Head of the page", "页首"], [title, subtitle, ...(withButton ? [button] : [])], { as: "one" });
export const callField = rowsField("cta", ["Call at the end", "行动号召"], [title, button, link], { as: "one" });

/** Further lines of a demo: label and value. */
export const accountsField = rowsField(
  "accounts",
  ["Further accounts", "其他账号"],
  [
    { name: "label", label: ["Label", "名称"], needed: true },
    { name: "value", label: ["Value", "内容"], needed: true },
  ],
  { free: false, most: 20 },
);
/** The figures of the home page, in order. */
export const homeFiguresField = rowsField(
  "stats",
  ["Figures", "数据亮点"],
  [
    { name: "label", label: ["Label", "名称"], needed: true },
    value,
    { name: "numericVal", label: ["Number", "数值"], kind: "number" },
    { name: "suffix", label: ["Suffix", "后缀"] },
    { name: "icon", label: ["Icon", "图标"] },
  ],
  { free: false, most: 20 },
);
