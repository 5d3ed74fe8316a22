/** A transition table: from each state the states that may follow. */
export interface States<S extends number | string> {
  readonly name: string;
  readonly transitions: Readonly<Record<S, readonly S[]>>;
  allows(from: S, to: S): boolean;
}

export function defineStates<S extends number | string>(name: string, transitions: Record<S, readonly S[]>): States<S> {
  const known = new Set(Object.keys(transitions));
  for (const targets of Object.values(transitions) as (readonly S[])[])
    for (const target of targets)
      if (!known.has(String(target))) throw new Error(`${name}: state ${target} has no row in the table`);
  return { name, transitions, allows: (from, to) => transitions[from]?.includes(to) ?? false };
}
