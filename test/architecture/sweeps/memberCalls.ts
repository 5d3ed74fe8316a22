import type { Endpoint } from "#api/http/endpoint.js";
import type { Client, Reply } from "#test/support/client.js";
import { addressOf, fill, leaves, type Filled, type Leaf } from "../filledInput.js";

/** A value that a client could send for a row. */
export interface Known {
  value: number | string;
  /** What kind of row: its collection. */
  of: string;
}
/** Rows as JSON, by their key, by collection. */
export type Rows = Map<string, Map<string, string>>;

/** A call, and which field of it names which row; none where the call names no row. */
export interface Call {
  sent: Filled;
  asks: (Known & { place: string }) | undefined;
}

export const NOBODYS = "nobody's";
const nobodys: Known[] = [
  { value: 699_999_999, of: NOBODYS },
  { value: "of-nobody", of: NOBODYS },
];

const isNameOfId = (name: string): boolean => /(^id|Ids?|^no|No|[nN]umber|[kK]ey)$/.test(name) && name !== "pageNo";

/** Does the field name a row that somebody may own? What `known` tells is everyone's; an address is not. */
export const isAboutRow = ({ name }: Leaf, known: Record<string, unknown>): boolean =>
  isNameOfId(name) && (!(name in known) || name === "addressId") && name !== "userId";

/**
 * One call with what is needed; and for each field that names a row one with an id of nobody, and then one with each id
 * that it takes, the likeliest first.
 */
export function callsOf(endpoint: Endpoint, known: Record<string, unknown>, ids: readonly Known[]): Call[] {
  const calls: Call[] = [];
  const add = (sent: Filled | undefined, asks?: Call["asks"]): void => {
    if (sent) calls.push({ sent, asks });
  };
  add(fill(endpoint, known));
  for (const leaf of leaves(endpoint).filter((one) => isAboutRow(one, known)))
    for (const asked of [...nobodys, ...likeliest(endpoint, leaf, ids)])
      if (leaf.schema.safeParse(asked.value).success)
        add(fill(endpoint, known, { leaf, value: asked.value }), { ...asked, place: leaf.path.join(".") });
  return calls;
}

/** What paths call otherwise than the collection is called. */
const alsoCalled: Record<string, string> = { device: "session", vod: "video" };

/**
 * A field that is called as a collection is, means its rows: `couponId`. Any other, such as `id`, means rows of the
 * collections that the path speaks of; where it speaks of none, one row of every kind. That this finds the right ones is
 * shown by the first member's own calls.
 */
function likeliest({ path }: Endpoint, { name }: Leaf, ids: readonly Known[]): Known[] {
  const stem = name.replace(/(^id|Ids?|No|Number)$/, "").toLowerCase();
  const meant = ids.filter(({ of }) => stem !== "" && of.toLowerCase().includes(stem));
  if (meant.length > 0) return meant;
  const words = path.toLowerCase().replace(/-/g, "").split("/");
  const isOf = (word: string, of: string): boolean =>
    word.length > 2 && (of.includes(word) || word.includes(of) || of === alsoCalled[word]);
  const nearness = ({ of }: Known): number =>
    words.filter((word) => isOf(word, of.toLowerCase().replace(/s$/, ""))).length;
  const near = ids.filter((one) => nearness(one) > 0).sort((a, b) => nearness(b) - nearness(a));
  if (near.length > 0) return near;
  const kinds = new Map(ids.map((one) => [`${one.of} ${typeof one.value}`, one]));
  return [...kinds.values()];
}

export async function send(client: Client, endpoint: Endpoint, sent: Filled): Promise<Reply> {
  const address = addressOf(endpoint, sent);
  if (endpoint.method === "get" || endpoint.method === "delete") return client[endpoint.method](address);
  return client[endpoint.method](address, sent.body);
}

/** Numbers of the rows, and the texts that clients know rows by; of each kind some tell as much as all. */
export function* clientIds(rows: Rows): Generator<Known> {
  const texts = new Set<string>();
  for (const [of, found] of rows)
    // Orders are many, each in another state.
    for (const [key, text] of [...found].slice(0, of.startsWith("tradeOrder") ? 20 : 3)) {
      if (/^\d+$/.test(key)) yield { of, value: Number(key) };
      for (const [field, value] of Object.entries(JSON.parse(text) as Record<string, unknown>)) {
        if (!isNameOfId(field) || typeof value !== "string" || !/\D/.test(value) || texts.has(value)) continue;
        texts.add(value);
        yield { of, value };
      }
    }
}
