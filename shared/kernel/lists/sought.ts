import { cleanName } from "../request/names.js";
import { normalizeReceiverPhone, RECEIVER_PHONE } from "../request/phones.js";

/** What somebody typed who looks for anything, in each form that it may be meant in. */
export interface Sought {
  /** As it was typed, trimmed. */
  text: string;
  /** Words of a name, or parts of them. */
  name?: string;
  id?: number;
  /** A number or an id with letters, without spaces. */
  no?: string;
  /** A whole phone, in the forms that it may be stored in. */
  phones: string[];
  /** The last four digits of one. */
  phoneEnd?: string;
}

/** Something that was found, in short. */
export interface Hit {
  id: number;
  title: string;
  /** The number or name of its state. */
  state: string | null;
  amountFen: number | null;
  /** Whose it is, or of what. */
  about: string;
  at: Date;
  /** What was typed is its number, id or mobile as a whole. */
  isExact: boolean;
  /** Of a parcel: the order that is in it. */
  orderId?: number;
}

/** How many of a kind are found. */
export const MOST_HITS = 5;
const LONGEST_NAME = 40;
/** Nobody looks for a name by as many digits. */
const LONG_NUMBER = /\d{8}/;
const JOB_ID = /^o-\d+(-\d+)?$/;

/** Undefined for what is too short to look for. */
export function readSought(typed: string): Sought | undefined {
  const text = cleanName(typed.normalize("NFKC"));
  if ([...text].length < 2) return undefined;
  const no = text.replace(/\s/g, "");
  const isNumber = LONG_NUMBER.test(no) || JOB_ID.test(no);
  const phones = phonesOf(text);
  return {
    text,
    ...(isNumber || phones.length > 0 || text.length > LONGEST_NAME ? {} : { name: text }),
    ...(/^[1-9]\d{0,14}$/.test(no) ? { id: Number(no) } : {}),
    ...(/^[\w.:@/-]{2,64}$/.test(no) ? { no } : {}),
    phones,
    ...(/^\d{4}$/.test(no) ? { phoneEnd: no } : {}),
  };
}

function phonesOf(text: string): string[] {
  const phone = normalizeReceiverPhone(text);
  return RECEIVER_PHONE.test(phone) ? [...new Set([phone, text])] : [];
}

/** The best of what several questions found, each once: exact ones first, then the most recent. */
export function bestOf(...found: Hit[][]): Hit[] {
  const best = new Map<string, { hit: Hit; ms: number }>();
  for (const hit of found.flat()) {
    const key = `${hit.id} ${hit.orderId ?? ""}`;
    if (!best.get(key)?.hit.isExact) best.set(key, { hit, ms: hit.at.getTime() });
  }
  return [...best.values()]
    .sort((a, b) => Number(b.hit.isExact) - Number(a.hit.isExact) || b.ms - a.ms || b.hit.id - a.hit.id)
    .slice(0, MOST_HITS)
    .map(({ hit }) => hit);
}
