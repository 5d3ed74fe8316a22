import { Button } from "antd";
import { put, type DataOf, type PutPath } from "../../client/client";
import { useAct, useRead } from "../../client/queries";
import type { Field } from "../../parts/fields/fields";
import type { States } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { RichText } from "../../parts/fields/RichText";
import { readBody, wholeBody } from "../../parts/lists/wholeBody";
import { useMay } from "../../shell/operator";
import { useTexts, type Pair } from "../../texts/texts";

/** Shared parts of the website's nouns. */

const bundle = {
  publish: ["Publish", "发布"],
  takeDown: ["Unpublish", "下线"],
  published: ["Published", "已发布"],
  takenDown: ["Unpublished", "已下线"],
} as const;

export const publishedStates: States = {
  1: [["Published", "已发布"], "success"],
  0: [["Unpublished", "未发布"], "default"],
};

export const contentFilters: Filter[] = [
  { name: "keyword", label: ["Search", "关键词"], kind: "text" },
  { name: "published", label: ["Published", "已发布"], kind: "yesNo" },
  { name: "createTime", label: ["Created", "创建时间"], kind: "time" },
];

export const sortField: Field = {
  name: "sortOrder",
  label: ["Sort order", "排序"],
  kind: "number",
  min: 0,
  max: 1_000_000,
  initial: 0,
  hint: ["Lower numbers appear first", "数字小的排在前面"],
};
export const placeFields: Field[] = [
  sortField,
  { name: "published", label: ["Published", "是否发布"], kind: "switch", initial: true },
];

export const richField = (name: string, label: Pair, needed = false): Field => ({
  name,
  label,
  kind: "custom",
  control: <RichText />,
  needed,
});

/** The body of such a noun; in an update emptied fields are sent as empty. */
export const contentBody =
  (fields: readonly Field[], others: Record<string, unknown> = {}) =>
  (sent: Record<string, unknown>, row: object | undefined): Record<string, unknown> =>
    row === undefined ? readBody(fields, sent) : wholeBody(fields, sent, others);

/** The owner of a row: options, a filter, and names. */
interface Belonging {
  options: { value: number; label: string }[];
  filter: Filter;
  nameOf: (id: number | null) => string;
}
const filterBy = (name: string, label: Pair, options: Belonging["options"]): Filter => ({
  name,
  label,
  kind: "select",
  options: options.map(({ value, label: text }) => ({ value: String(value), label: [text, text] })),
});

type Industry = DataOf<"/admin-api/website/solution-category/page">["list"][number];

/** The categories, by their path from the top: 零售电商 / 连锁门店. */
export function useIndustries(): Belonging {
  const rows = useRead("/admin-api/website/solution-category/page", { pageNo: 1, pageSize: 100 }).data?.list ?? [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const wayOf = (row: Industry, depth = 0): string => {
    const parent = byId.get(row.parentId);
    return parent && depth < 5 ? `${wayOf(parent, depth + 1)} / ${row.name}` : row.name;
  };
  const options = rows
    .map((row) => ({ value: row.id, label: wayOf(row) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return {
    options,
    filter: filterBy("categoryId", ["Category", "分类"], options),
    nameOf: (id) => (id === null ? "–" : (byId.get(id)?.name ?? `#${id}`)),
  };
}

/** The website's products. */
export function useWebsiteProducts(): Belonging {
  const rows = useRead("/admin-api/website/product/page", { pageNo: 1, pageSize: 100 }).data?.list ?? [];
  const options = rows.map(({ id, title }) => ({ value: id, label: title }));
  return {
    options,
    filter: filterBy("productId", ["Product", "产品"], options),
    nameOf: (id) => (id === null ? "–" : (rows.find((row) => row.id === id)?.title ?? `#${id}`)),
  };
}

/** Publishes a row or unpublishes it. */
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
