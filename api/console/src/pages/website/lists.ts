import type { Field } from "../../parts/fields/fields";
import { rowsField } from "../../parts/fields/RowsField";
import type { Column } from "../../parts/fields/rowsOf";

/** The website's free lists in the shapes that its pages expect. */

const title: Column = { name: "title", label: ["Title", "标题"], needed: true };
const text: Column = { name: "text", label: ["Text", "说明"] };
const name: Column = { name: "name", label: ["Name", "名称"], needed: true };
const link: Column = { name: "link", label: ["Link", "跳转链接"] };
const button: Column = { name: "button", label: ["Button text", "按钮文字"] };
const subtitle: Column = { name: "subtitle", label: ["Subtitle", "副标题"] };
const value: Column = { name: "value", label: ["Display value", "显示值"], needed: true };

export const featuresField = rowsField("features", ["Features", "功能特性"], [title, text]);
export const advantagesField = rowsField("advantages", ["Advantages", "优势"], [title, text]);
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
    { name: "image", label: ["Image", "图片"], kind: "picture", needed: true },
    { name: "title", label: ["Title", "标题"] },
    link,
  ],
);
export const pricesField = rowsField(
  "pricingPlans",
  ["Pricing", "价格方案"],
  [
    name,
    { name: "price", label: ["Price (as shown)", "价格（原样显示）"], kind: "number" },
    { name: "unit", label: ["Unit", "单位"] },
    { name: "recommended", label: ["Recommended", "推荐"], kind: "switch" },
    { name: "features", label: ["Included", "包含内容"], kind: "tags" },
  ],
);
export const figuresField = rowsField(
  "stats",
  ["Key figures", "数据亮点"],
  [{ name: "label", label: ["Label", "名称"], needed: true }, value],
);
export const galleryField = rowsField(
  "gallery",
  ["Gallery", "图集"],
  [{ name: "images", label: ["Images", "图片"], kind: "pictures" }],
  { as: "one" },
);
export const techStackField = rowsField(
  "techStack",
  ["Technology", "技术栈"],
  [
    { name: "name", label: ["Layer", "层"] },
    { name: "value", label: ["Technologies", "所用技术"], kind: "tags" },
  ],
  { as: "map" },
);
export const changelogField = rowsField(
  "changelog",
  ["Changelog", "更新日志"],
  [
    { name: "version", label: ["Version", "版本"], needed: true },
    { name: "date", label: ["Date", "日期"] },
    { name: "notes", label: ["What's new", "更新内容"], kind: "tags" },
  ],
);
export const envField = rowsField(
  "envRequirements",
  ["Requirements", "运行环境"],
  [
    { name: "name", label: ["Item", "项目"] },
    { name: "value", label: ["Requirement", "要求"] },
  ],
  { as: "map" },
);
export const linksField = rowsField(
  "socialLinks",
  ["Links", "社交链接"],
  [
    { name: "name", label: ["Platform", "平台"] },
    { name: "value", label: ["URL", "链接地址"] },
  ],
  { as: "map" },
);
export const heroField = (withButton: boolean): Field =>
  rowsField("hero", ["Page header", "页首"], [title, subtitle, ...(withButton ? [button] : [])], { as: "one" });
export const callField = rowsField("cta", ["Call to action", "行动号召"], [title, button, link], { as: "one" });

/** Further lines of a demo: label and value. */
export const accountsField = rowsField(
  "accounts",
  ["Other accounts", "其他账号"],
  [
    { name: "label", label: ["Label", "名称"], needed: true },
    { name: "value", label: ["Value", "内容"], needed: true },
  ],
  { free: false, most: 20 },
);
/** The figures of the home page, in order. */
export const homeFiguresField = rowsField(
  "stats",
  ["Key figures", "数据亮点"],
  [
    { name: "label", label: ["Label", "名称"], needed: true },
    value,
    { name: "numericVal", label: ["Number", "数值"], kind: "number" },
    { name: "suffix", label: ["Suffix", "后缀"] },
    { name: "icon", label: ["Icon", "图标"] },
  ],
  { free: false, most: 20 },
);
