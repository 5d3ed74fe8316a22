/** Spaces, brackets, dots and every dash; the text is NFKC by then, so full width ones are as well. */
const SEPARATORS = /[\s().\p{Pd}\u2212]+/gu;
/** Marks that address books put around a number. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;
const EXTENSION = /(?:转|轉|分机|分機|extension|ext|x|#|\*|,|;):?-?(\d{1,6})$/u;

/** Nothing longer is a phone. */
const LONGEST = 64;

/** Digits and a leading "+", in groups parted by one dash each. */
function groupsOf(text: string): string {
  if (text.length > LONGEST) return "";
  const plain = text.normalize("NFKC").replaceAll("\t", " ").replace(INVISIBLE, "").toLowerCase().trim();
  return plain
    .replace(SEPARATORS, "-")
    .replace(/^-|-$/g, "")
    .replace(/^\+-/, "+")
    .replace(/^00-?(?=[1-9])/, "+");
}

/** A mobile of the mainland as its eleven digits; any other text stays as it is. */
export function normalizeMobile(text: string): string {
  const digits = groupsOf(text).replaceAll("-", "");
  return /^(?:\+?86)?(1[3-9]\d{9})$/.exec(digits)?.[1] ?? text;
}

/** What normalizeReceiverPhone makes of a number. */
export const RECEIVER_PHONE =
  /^(?:1[3-9]\d{9}|0\d{2,3}-\d{7,8}(?:-\d{1,6})?|400\d{7}(?:-\d{1,6})?|(?:\+85[23])?[2-9]\d{7}|\+886(?:9\d{8}|[2-8]\d{7,8})|0(?:9\d{8}|[2-8]\d{7,8}))$/;

/**
 * A receiver's phone in the one form that it is stored in: a mobile as eleven digits; a landline as
 * "0571-88888888" and "0571-88888888-801"; a 400 number as ten digits, with its extension behind a dash; one of Hong
 * Kong, Macau or Taiwan as "+85291234567", or without its prefix as it was given. Any other text stays as it is.
 */
export function normalizeReceiverPhone(text: string): string {
  const groups = groupsOf(text);
  const [, area, number, dashed] = /^(0\d{2,3})-(\d{7,8})(?:-(\d{1,6}))?$/.exec(groups) ?? [];
  if (area && number) return [area, number, dashed].filter(Boolean).join("-");
  const marked = EXTENSION.exec(groups);
  const head = marked ? groups.slice(0, marked.index) : groups;
  const whole = numberOf(head.replaceAll("-", ""));
  if (whole !== undefined) return marked ? (withExtension(whole, marked[1]!) ?? text) : whole;
  const last = marked ? null : /^(.+)-(\d{1,6})$/.exec(groups);
  const before = last && numberOf(last[1]!.replaceAll("-", ""));
  return (before && withExtension(before, last[2]!)) ?? text;
}

/** A landline's and a 400 number's. */
const withExtension = (number: string, extension: string): string | undefined =>
  /^(?:0\d{2,3}-|400)/.test(number) ? `${number}-${extension}` : undefined;

const LOCAL = /^[2-9]\d{7}$/;
const TAIWAN = /^(?:9\d{8}|[2-8]\d{7,8})$/;

function numberOf(digits: string): string | undefined {
  if (LOCAL.test(digits)) return digits;
  if (/^0\d{8,9}$/.test(digits) && TAIWAN.test(digits.slice(1))) return digits;
  const [, prefix, local] = /^\+?(852|853|886)(\d+)$/.exec(digits) ?? [];
  if (prefix && local) {
    const number = prefix === "886" ? local.replace(/^0/, "") : local;
    if ((prefix === "886" ? TAIWAN : LOCAL).test(number)) return `+${prefix}${number}`;
  }
  const [, behind86] = /^\+?86(\d{10,12})$/.exec(digits) ?? [];
  // Behind the country's prefix the area code has no 0.
  return behind86 ? (mainlandNumberOf(behind86) ?? mainlandNumberOf(`0${behind86}`)) : mainlandNumberOf(digits);
}

function mainlandNumberOf(digits: string): string | undefined {
  if (/^(?:1[3-9]\d{9}|400\d{7})$/.test(digits)) return digits;
  const [, area, number] = /^(010|02\d|0[3-9]\d{2})(\d{7,8})$/.exec(digits) ?? [];
  return area && number ? `${area}-${number}` : undefined;
}

/** A receiver's phone without its extension, for those who know it by its last digits. */
export const withoutExtension = (phone: string): string => phone.replace(/^(0\d{2,3}-\d{7,8}|400\d{7})-\d+$/, "$1");

/** The last four digits of a phone, by which people ask for it. */
export const endOfPhone = (phone: string): string => withoutExtension(phone).slice(-4);
