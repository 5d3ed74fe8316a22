import { createHash } from "node:crypto";
import { createRequire } from "node:module";

/** A node of the area tree; a leaf has no children. */
export interface Area {
  id: number;
  name: string;
  children?: Area[];
}

/** The country, above all provinces in templates and paths; not a node of the tree. */
const COUNTRY_ID = 1;

interface AreaList {
  province_list: Record<string, string>;
  city_list: Record<string, string>;
  county_list: Record<string, string>;
}
interface AreaIndex {
  tree: Area[];
  byId: Map<number, { name: string; parentId: number }>;
  /** Those without children. */
  lowest: Set<number>;
  version: string;
}
let built: AreaIndex | undefined;

/**
 * Provinces, cities and districts with their official codes, from @vant/area-data (MIT). A code begins with that of its
 * parent: 33 00 00, 33 01 00, 33 01 06. Built at first use, so that 4,000 nodes do not delay the start.
 */
function areaIndex(): AreaIndex {
  if (built) return built;
  const { areaList } = createRequire(import.meta.url)("@vant/area-data") as { areaList: AreaList };
  const byId: AreaIndex["byId"] = new Map();
  const nodes = new Map<number, Area>();
  const tree: Area[] = [];
  const add = (list: Record<string, string>, parentOf: (id: number) => number): void => {
    for (const [text, name] of Object.entries(list)) {
      const id = Number(text);
      const parentId = parentOf(id);
      const parent = nodes.get(parentId);
      if (!parent && parentId !== COUNTRY_ID) continue;
      const node = { id, name };
      nodes.set(id, node);
      byId.set(id, { name, parentId });
      if (parent) (parent.children ??= []).push(node);
      else tree.push(node);
    }
  };
  add(areaList.province_list, () => COUNTRY_ID);
  add(areaList.city_list, (id) => Math.floor(id / 10_000) * 10_000);
  add(areaList.county_list, (id) => Math.floor(id / 100) * 100);
  const lowest = new Set([...nodes.values()].filter(({ children }) => !children).map(({ id }) => id));
  built = {
    tree,
    byId,
    lowest,
    version: createHash("sha256").update(JSON.stringify(tree)).digest("base64url").slice(0, 16),
  };
  return built;
}

/** Always the same object, which is never changed. */
export function areaTree(): Area[] {
  return areaIndex().tree;
}

/** Changes whenever the tree does. */
export function areaTreeVersion(): string {
  return areaIndex().version;
}

export function isKnownArea(areaId: number): boolean {
  return areaIndex().byId.has(areaId);
}

/** An area that can be delivered to: a district, or a city without districts. */
export function isLowestArea(areaId: number): boolean {
  return areaIndex().lowest.has(areaId);
}

/** The area and those above it, the country last: [district, city, province, 1]; [] for an unknown one. */
export function areaPath(areaId: number): number[] {
  const path: number[] = [];
  for (let id = areaId; ;) {
    const area = areaIndex().byId.get(id);
    if (!area) return id === COUNTRY_ID && path.length > 0 ? [...path, COUNTRY_ID] : [];
    path.push(id);
    id = area.parentId;
  }
}

/** Province, city, district, as many as there are. */
export function areaNames(areaId: number): string[] {
  return areaPath(areaId)
    .slice(0, -1)
    .toReversed()
    .map((id) => areaIndex().byId.get(id)?.name ?? "");
}

/** "province city district"; "" for an unknown one. */
export function areaName(areaId: number): string {
  return areaNames(areaId).join(" ");
}
