const MOST = 8;

/** What was opened from the search: no mobiles, names of receivers or amounts, as they stay in this browser. */
export interface Opened {
  title: string;
  /** Of what kind, in both languages. */
  kind: [string, string];
  to: string;
}

const keyOf = (operatorId: number): string => `console.opened.${operatorId}`;

/** The latest first. */
export function openedBy(operatorId: number): Opened[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(operatorId)) ?? "[]");
    return Array.isArray(stored) ? (stored as Opened[]).filter(isOpened) : [];
  } catch {
    return [];
  }
}

const isOpened = (one: Partial<Opened> | null): boolean =>
  typeof one?.title === "string" && typeof one.to === "string" && Array.isArray(one.kind);

export function noteOpened(operatorId: number, opened: Opened): void {
  const others = openedBy(operatorId).filter(({ to }) => to !== opened.to);
  localStorage.setItem(keyOf(operatorId), JSON.stringify([opened, ...others].slice(0, MOST)));
}
