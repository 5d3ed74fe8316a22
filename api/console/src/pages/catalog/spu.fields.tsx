import { Checkbox } from "antd";
import type { Field } from "../../parts/fields/fields";
import { RichText } from "../../parts/fields/RichText";
import { useLanguage } from "../../texts/texts";
import { CategoryField } from "./CategoryField";
import { deliveryTypes, shelfStates } from "./spu.states";

interface CheckProps {
  id?: string;
  value?: number[];
  onChange?: (value: number[]) => void;
}

function DeliveryTypesField({ id, value, onChange }: CheckProps) {
  const { of } = useLanguage();
  return (
    <Checkbox.Group
      {...(id ? { id } : {})}
      value={value ?? []}
      onChange={(chosen) => onChange?.(chosen as number[])}
      options={Object.entries(deliveryTypes).map(([type, [words]]) => ({ value: Number(type), label: of(words) }))}
    />
  );
}

type Options = readonly { value: number; label: string }[];

/** The fields of a product except its variants, in the editor's groups. */
export const spuFields = (brands: Options, templates: Options) => ({
  basic: [
    { name: "name", label: ["Product name", "商品名称"], kind: "text", needed: true },
    { name: "keyword", label: ["Keywords", "关键字"], kind: "text" },
    {
      name: "categoryId",
      label: ["Category", "商品分类"],
      kind: "custom",
      needed: true,
      control: <CategoryField />,
    },
    { name: "brandId", label: ["Brand", "商品品牌"], kind: "select", needed: true, options: brands },
    { name: "introduction", label: ["Summary", "商品简介"], kind: "longText" },
    { name: "picUrl", label: ["Main image", "商品主图"], kind: "picture", needed: true },
    { name: "sliderPicUrls", label: ["More images", "轮播图"], kind: "pictures" },
  ] satisfies Field[],
  delivery: [
    {
      name: "deliveryTypes",
      label: ["Delivery methods", "配送方式"],
      kind: "custom",
      needed: true,
      initial: [1],
      control: <DeliveryTypesField />,
      hint: ["Virtual goods are redeemed with a pick-up code.", "虚拟商品请勾选到店自提，凭核销码兑换。"],
    },
    {
      name: "deliveryTemplateId",
      label: ["Delivery fee template", "运费模板"],
      kind: "select",
      options: templates,
      hint: ["Leave blank for free delivery", "不选则包邮"],
    },
  ] satisfies Field[],
  sale: [
    {
      name: "status",
      label: ["Status", "上架状态"],
      kind: "state",
      states: shelfStates,
      needed: true,
      initial: 1,
    },
    { name: "sort", label: ["Sort order", "排序"], kind: "number", min: 0, initial: 0 },
    { name: "giveIntegral", label: ["Points earned", "赠送积分"], kind: "number", min: 0, initial: 0 },
    {
      name: "virtualSalesCount",
      label: ["Added to displayed sales", "虚拟销量"],
      kind: "number",
      min: 0,
      initial: 0,
    },
    { name: "isHot", label: ["Best seller", "热销"], kind: "switch", initial: false },
    { name: "isNew", label: ["New arrival", "新品"], kind: "switch", initial: false },
    { name: "isVirtual", label: ["Virtual goods", "虚拟商品"], kind: "switch", initial: false },
    { name: "needPrescription", label: ["Requires prescription", "需要处方"], kind: "switch", initial: false },
  ] satisfies Field[],
  texts: [
    {
      name: "description",
      label: ["Description", "商品详情"],
      kind: "custom",
      control: <RichText />,
    },
    { name: "descriptionOne", label: ["Service promise 1", "服务说明一"], kind: "text" },
    { name: "descriptionTwo", label: ["Service promise 2", "服务说明二"], kind: "text" },
    { name: "descriptionThree", label: ["Service promise 3", "服务说明三"], kind: "text" },
  ] satisfies Field[],
});
