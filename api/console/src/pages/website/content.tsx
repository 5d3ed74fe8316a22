import { Button } from "antd";
import { put, type DataOf, type PutPath } from "../../client/client";
import { useAct, useRead } from "../../client/queries";
import { withEmptied, type Field } from "../../parts/fields";
import type { States } from "../../parts/figures";
import type { Filter } from "../../parts/filters";
import { jsonField, withJson } from "../../parts/JsonText";
import { RichText } from "../../parts/RichText";
import { useMay } from "../../shell/operator";
import { useTexts, type Pair } from "../../texts/texts";

/** What the nouns of the website have in common. */

const bundle = {
  publish: ["Publish", "发布"],
  takeDown: ["Take down", "下线"],
  published: ["Visitors see it now", "已发布"],
  takenDown: ["Visitors see it no longer", "已下线"],
} as const;

export const publishedStates: States = {
  1: [["Published", "已发布"], "success"],
  0: [["Not published", "未发布"], "default"],
};

export const contentFilters: Filter[] = [
  { name: "keyword", label: ["Search", "关键词"], kind: "text" },
  { name: "published", label: ["Published", "已发布"], kind: "yesNo" },
  { name: "createTime", label: ["Made", "创建时间"], kind: "time" },
];

export const sortField: Field = {
  name: "sortOrder",
  label: ["Place", "排序"],
  kind: "number",
  min: 0,
  max: 1_000_000,
  initial: 0,
  hint: ["Small ones come first", "数字小的排在前面"],
};
export const placeFields: Field[] = [
  sortField,
  { name: "published", label: ["Visitors see it", "是否发布"], kind: "switch", initial: true },
];

export const richField = (name: string, label: Pair, needed = false): Field => ({
  name,
  label,
  kind: "custom",
  control: <RichText />,
  needed,
});

export { jsonField };

/** The body of such a noun: JSON read from its texts; in an update what was emptied is sent as empty. */
export const contentBody =
  (fields: readonly Field[], json: readonly string[] = [], others: Record<string, unknown> = {}) =>
  (sent: Record<string, unknown>, row: object | undefined): Record<string, unknown> => {
    const read = withJson(json, sent);
    if (row === undefined) return read;
    const rich = fields.filter(({ control, needed }) => !needed && isRich(control)).map(({ name }) => [name, ""]);
    const empty = { ...Object.fromEntries([...rich, ...json.map((name) => [name, null])]), ...others };
    return withEmptied(fields, read, empty);
  };

const isRich = (control: Field["control"]): boolean =>
  typeof control === "object" && control !== null && "type" in control && control.type === RichText;

type Industry = DataOf<"/admin-api/website/solution-category/page">["list"][number];

/** The categories, by their way from the top: 零售电商 / 连锁门店. */
export function useIndustries(): {
  options: { value: number; label: string }[];
  nameOf: (id: number | null) => string;
} {
  const rows = useRead("/admin-api/website/solution-category/page", { pageNo: 1, pageSize: 100 }).data?.list ?? [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const wayOf = (row: Industry, depth = 0): string => {
    const parent = byId.get(row.parentId);
    return parent && depth < 5 ? `${wayOf(parent, depth + 1)} / ${row.name}` : row.name;
  };
  return {
    options: rows.map((row) => ({ value: row.id, label: wayOf(row) })).sort((a, b) => a.label.localeCompare(b.label)),
    nameOf: (id) => (id === null ? "–" : (byId.get(id)?.name ?? `#${id}`)),
  };
}

/** The website's products, to choose from and to name. */
export function useWebsiteProducts(): {
  options: { value: number; label: string }[];
  nameOf: (id: number | null) => string;
} {
  const rows = useRead("/admin-api/website/product/page", { pageNo: 1, pageSize: 100 }).data?.list ?? [];
  return {
    options: rows.map(({ id, title }) => ({ value: id, label: title })),
    nameOf: (id) => (id === null ? "–" : (rows.find((row) => row.id === id)?.title ?? `#${id}`)),
  };
}

/** Shows a row to visitors, or takes it down. */
export function PublishButton({ noun, id, published }: { noun: string; id: number; published: boolean }) {
  const words = useTexts(bundle);
  const may = useMay();
  const publish = useAct(
    () => put(`/admin-api/website/${noun}/publish` as PutPath, { id, published: !published } as never),
    [`/admin-api/website/${noun}/`],
    words(published ? "takenDown" : "published"),
  );
  if (!may(`website:${noun}:update`)) return null;
  return (
    <Button size="small" loading={publish.isPending} onClick={() => publish.mutate(undefined)}>
      {words(published ? "takeDown" : "publish")}
    </Button>
  );
}
