import type { ComponentType } from "react";
import { useParams } from "react-router";
import { Missing } from "./Missing";

/** The id that an address names; undefined where it names none. */
export const idOf = (text: string | null | undefined): number | undefined =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;

/** A page about one row, which begins anew for each; an address without an id leads nowhere. */
export function OfId({ page: Page }: { page: ComponentType<{ id: number }> }) {
  const id = idOf(useParams()["id"]);
  return id === undefined ? <Missing /> : <Page key={id} id={id} />;
}
