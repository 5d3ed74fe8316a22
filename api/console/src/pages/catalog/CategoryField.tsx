import { TreeSelect } from "antd";
import { useTexts } from "../../texts/texts";
import { treeOf, useCategories, type Branch } from "./categories";

const bundle = {
  choose: ["Select a second-level category", "请选择二级分类"],
  disabled: ["disabled", "已停用"],
} as const;

interface Props<V> {
  id?: string;
  value?: V;
  onChange?: (value: V) => void;
}
interface Node {
  value: number;
  title: string;
  selectable: boolean;
  children?: Node[];
}

function useNodes(): Node[] {
  const words = useTexts(bundle);
  const { categories } = useCategories();
  const node = ({ id, name, status, parentId, children }: Branch): Node => ({
    value: id,
    title: status === 0 ? name : `${name} (${words("disabled")})`,
    selectable: parentId !== 0,
    ...(children ? { children: children.map(node) } : {}),
  });
  return treeOf(categories).map(node);
}

/** One category of the second level, the only one for products. */
export function CategoryField({ id, value, onChange }: Props<number>) {
  const words = useTexts(bundle);
  return (
    <TreeSelect
      {...(id ? { id } : {})}
      value={value}
      onChange={(chosen: number) => onChange?.(chosen)}
      treeData={useNodes()}
      showSearch={{ treeNodeFilterProp: "title" }}
      treeDefaultExpandAll
      placeholder={words("choose")}
      style={{ width: "100%" }}
    />
  );
}

/** Several categories. */
export function CategoriesField({ id, value, onChange }: Props<number[]>) {
  return (
    <TreeSelect
      {...(id ? { id } : {})}
      multiple
      value={value}
      onChange={(chosen: number[]) => onChange?.(chosen)}
      treeData={useNodes()}
      showSearch={{ treeNodeFilterProp: "title" }}
      treeDefaultExpandAll
      style={{ width: "100%" }}
    />
  );
}
