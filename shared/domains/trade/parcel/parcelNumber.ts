import type { ExpressCompanyDoc } from "../delivery/expressCompany.model.js";
import { deliveryErrors } from "../delivery/delivery.errors.js";

interface ParcelNumberForm {
  /** Ignores case. */
  pattern: RegExp;
  /** A number of this form, for error texts and input fields. */
  example: string;
  /** Letters and digits that no other company's numbers have. */
  mark?: RegExp;
}

const POST: ParcelNumberForm = {
  pattern: /^(?:[A-Z]{2}\d{9}[A-Z]{2}|P[A-Z]\d{11}|\d{13})$/i,
  example: "EA123456789CN",
};
const EMS: ParcelNumberForm = { ...POST, mark: /^E[A-Z]\d{9}[A-Z]{2}$/ };
const POST_PARCEL: ParcelNumberForm = { ...POST, mark: /^P[A-Z]\d{11}$/ };

/**
 * The forms of parcel numbers by company code (rules: Numbers of parcels), each a little wider than the company's
 * current one: a valid number that is refused blocks shipping, a wrong one that passes can be changed. None has a hyphen.
 */
const forms: Readonly<Record<string, ParcelNumberForm>> = {
  shunfeng: { pattern: /^(?:SF[A-Z0-9]?\d{9,15}|\d{12,15})$/i, example: "SF1234567890123", mark: /^SF/ },
  jd: { pattern: /^(?:(?:JD[A-Z0-9]{0,4}|V?[A-Z])\d{8,15}|\d{10,15})$/i, example: "JDVA01234567890", mark: /^JD/ },
  ems: EMS,
  youzhengguonei: POST_PARCEL,
  zhongtong: { pattern: /^(?:ZTO?)?\d{10,15}$/i, example: "78123456789012", mark: /^ZT/ },
  yuantong: { pattern: /^(?:YT\d{10,16}|[A-Z]?\d{9,18}|[A-Z]{2}\d{8,15})$/i, example: "YT1234567890123", mark: /^YT/ },
  yunda: { pattern: /^(?:YD)?\d{10,16}$/i, example: "4312345678901", mark: /^YD/ },
  shentong: { pattern: /^(?:STO?)?\d{10,17}$/i, example: "773123456789012", mark: /^STO?\d/ },
  jtexpress: { pattern: /^(?:JT)?\d{10,16}$/i, example: "JT1234567890123", mark: /^JT/ },
  debangkuaidi: { pattern: /^(?:DP[A-Z]?)?\d{8,17}$/i, example: "DPK123456789012", mark: /^DP/ },
};
/** For a company that is not in the table. */
const anyForm: ParcelNumberForm = { pattern: /^[A-Z0-9-]{6,30}$/i, example: "AB-1234567890" };

const formOf = (companyCode: string): ParcelNumberForm | undefined => forms[companyCode.toLowerCase()];

export const parcelNumberForm = (companyCode: string): ParcelNumberForm => formOf(companyCode) ?? anyForm;

/** What a scanner that names the kind of barcode puts before it (ISO/IEC 15424). */
const BARCODE_KIND = /^\][A-Z]\d/;
/** Older labels of JD: number, piece (N), pieces in all (S), chute of the sorting centre (H). */
const OLD_LABEL = /^([A-Z]*\d+)N\d{1,6}S\d{1,6}(?:H[A-Z0-9]{0,8})?$/;

/**
 * A number without what the barcode says behind it: which of a shipment's pieces it is, of how many, and the chute of the
 * sorting centre, which may be missing (-1-1-, -1-3-A05, -001).
 */
function withoutPiece(plain: string): string {
  const [number = "", piece, ...more] = plain.split("-");
  if (piece === undefined) return OLD_LABEL.exec(plain)?.[1] ?? plain;
  const isPiece = /^\d{1,6}$/.test(piece) && more.length <= 2 && more.every((part) => /^[A-Z0-9]{0,8}$/.test(part));
  return isPiece ? number : plain;
}

/** A number without what keyboards and scanners add: width, case, spaces around, what is invisible, kinds of dashes. */
export const plainParcelNumber = (written: string): string =>
  written
    .normalize("NFKC")
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .trim()
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .toUpperCase()
    .replace(BARCODE_KIND, "");

/**
 * The parcel number in a text as people and scanners enter it, which may have the piece behind it. Throws
 * ParcelNumberWrong, with an example, unless it has a form of the company.
 */
export function readParcelNumber({ code, name }: ExpressCompanyDoc, written: string): string {
  const form = formOf(code);
  const plain = plainParcelNumber(written);
  const number = form ? withoutPiece(plain) : plain;
  const { pattern, example } = form ?? anyForm;
  if (!pattern.test(number)) throw deliveryErrors.ParcelNumberWrong({ field: "logisticsNo", company: name, example });
  return number;
}

interface Recognized {
  /** Those of whom this could be a number, the likeliest first. */
  companies: ExpressCompanyDoc[];
  /** It is the first one's: by its letters, or because it fits no other. */
  isSure: boolean;
}

/** Whose number this is, of these companies. One that is not in the table is thought of where no other fits. */
export function recognizeCompany(companies: readonly ExpressCompanyDoc[], written: string): Recognized {
  const plain = plainParcelNumber(written);
  const number = withoutPiece(plain);
  const known = companies.filter(({ code }) => formOf(code)?.pattern.test(number));
  const marked = known.filter(({ code }) => formOf(code)!.mark?.test(number));
  const others = companies.filter(({ code }) => !formOf(code) && anyForm.pattern.test(plain));
  const fitting = known.length > 0 ? known : others;
  return {
    companies: [...marked, ...fitting.filter((company) => !marked.includes(company))],
    isSure: marked.length === 1 || fitting.length === 1,
  };
}
