export type Props<K extends keyof HTMLElementTagNameMap> = Partial<
  Omit<HTMLElementTagNameMap[K], "style" | "attributes">
> & {
  attributes?: Record<string, string>;
};

/** An element with its properties and what it holds: the pages before the framework is loaded are made of these. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  { attributes = {}, ...properties }: Props<K> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), properties);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
