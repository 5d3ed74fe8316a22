import type { ComponentType } from "react";
import { useParams } from "react-router";
import { Missing } from "../shown/Missing";

/** The id in an address; undefined without one. */
export const idOf = (text: string | null | undefined): number | undefined =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;

/** A page for one row, remounted for each id; an address without an id is unknown. */
export function OfId({ page: Page }: { page: ComponentType<{ id: number }> }) {
  const id = idOf(useParams()["id"]);
  return id === undefined ? <Missing /> : <Page key={id} id={id} />;
}
