import { useQuery } from "@tanstack/react-query";
import { ApiError } from "./client";

/** Provinces, their cities, and their districts; ids are the official ones. */
export interface Area {
  id: number;
  name: string;
  children?: Area[];
}

/** The tree that members' apps use as well: it is public, and browsers cache it. */
async function areaTree(): Promise<Area[]> {
  const answer = await fetch("/app-api/system/area/tree");
  if (!answer.ok) throw new ApiError(answer.status, answer.status, answer.statusText);
  return ((await answer.json()) as { data: Area[] }).data;
}

export const useAreas = () => useQuery({ queryKey: ["areas"], queryFn: areaTree, staleTime: Number.POSITIVE_INFINITY });

/** The path to an area: province, city, district. */
export function pathOf(areas: readonly Area[], id: number): Area[] {
  for (const area of areas) {
    if (area.id === id) return [area];
    const below = pathOf(area.children ?? [], id);
    if (below.length > 0) return [area, ...below];
  }
  return [];
}
