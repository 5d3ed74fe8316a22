import { Flex, Image } from "antd";
import type { Field } from "../../parts/fields/fields";
import { richField } from "./content";
import { changelogField, envField, featuresField, galleryField, techStackField } from "./lists";

/** Shared display fields of products and solutions. */

export const headFields = (categories: { value: number; label: string }[]): Field[] => [
  { name: "title", label: ["Title", "标题"], kind: "text", needed: true },
  { name: "subtitle", label: ["Subtitle", "副标题"], kind: "text" },
  { name: "categoryId", label: ["Category", "分类"], kind: "select", options: categories },
];
export const descriptionFields: Field[] = [
  { name: "thumbnail", label: ["Image", "图片"], kind: "picture" },
  { name: "description", label: ["Description", "简介"], kind: "longText" },
  richField("detailContent", ["Details", "详细内容"]),
  { name: "tags", label: ["Tags", "标签"], kind: "tags" },
  { name: "techTags", label: ["Technology tags", "技术标签"], kind: "tags" },
  { name: "demoUrl", label: ["Demo URL", "演示地址"], kind: "text" },
];
export const technicalFields: Field[] = [featuresField, galleryField, techStackField, changelogField, envField];
export const searchFields: Field[] = [
  { name: "seoTitle", label: ["SEO title", "SEO 标题"], kind: "text" },
  { name: "seoDescription", label: ["SEO description", "SEO 描述"], kind: "longText" },
];

/** A cell: picture, title and subtitle. */
export function ShownTitle({ row }: { row: { thumbnail: string; title: string; subtitle: string } }) {
  return (
    <Flex gap={8} align="center">
      {row.thumbnail && <Image src={row.thumbnail} width={40} height={40} alt={row.title} />}
      <div>
        <div>{row.title}</div>
        <small style={{ opacity: 0.7 }}>{row.subtitle}</small>
      </div>
    </Flex>
  );
}
