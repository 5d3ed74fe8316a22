import { TreeSelect } from "antd";
import { useState } from "react";
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

/** All branches are open until somebody closes one, and while somebody searches, also of a list that comes after that. */
function useTree() {
  const words = useTexts(bundle);
  const { categories } = useCategories();
  const [searched, setSearched] = useState("");
  const [open, setOpen] = useState<number[]>();
  const node = ({ id, name, status, parentId, children }: Branch): Node => ({
    value: id,
    title: status === 0 ? name : `${name} (${words("disabled")})`,
    selectable: parentId !== 0,
    ...(children ? { children: children.map(node) } : {}),
  });
  const treeData = treeOf(categories).map(node);
  return {
    treeData,
    treeExpandedKeys: (searched === "" && open) || treeData.map(({ value }) => value),
    onTreeExpand: (keys: React.Key[]) => setOpen(keys.map(Number)),
    showSearch: { treeNodeFilterProp: "title", onSearch: setSearched },
  };
}

/** One category of the second level, the only one for products. */
export function CategoryField({ id, value, onChange }: Props<number>) {
  const words = useTexts(bundle);
  return (
    <TreeSelect
      {...(id ? { id } : {})}
      value={value}
      onChange={(chosen: number) => onChange?.(chosen)}
      {...useTree()}
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
      {...useTree()}
      style={{ width: "100%" }}
    />
  );
}
