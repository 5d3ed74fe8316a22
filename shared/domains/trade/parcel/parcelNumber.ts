import type { ExpressCompanyDoc } from "../delivery/expressCompany.model.js";
import { tradeErrors } from "../trade.errors.js";

interface ParcelNumberForm {
  /** Ignores case. */
  pattern: RegExp;
  /** A number of this form, for error texts and input fields. */
  example: string;
}

const POST: ParcelNumberForm = {
  pattern: /^(?:[A-Z]{2}\d{9}[A-Z]{2}|P[A-Z]\d{11}|\d{13})$/i,
  example: "EA123456789CN",
};

/**
 * The forms of parcel numbers by company code (rules: Numbers of parcels), each a little wider than the company's
 * current one: a valid number that is refused blocks shipping, a wrong one that passes can be changed. None has a hyphen.
 */
const forms: Readonly<Record<string, ParcelNumberForm>> = {
  shunfeng: { pattern: /^(?:SF[A-Z0-9]?\d{9,15}|\d{12,15})$/i, example: "SF1234567890123" },
  jd: { pattern: /^(?:(?:JD[A-Z0-9]{0,4}|V?[A-Z])\d{8,15}|\d{10,15})$/i, example: "JDVA01234567890" },
  ems: POST,
  youzhengguonei: POST,
  zhongtong: { pattern: /^(?:ZTO?)?\d{10,15}$/i, example: "78123456789012" },
  yuantong: { pattern: /^(?:YT\d{10,16}|[A-Z]?\d{9,18}|[A-Z]{2}\d{8,15})$/i, example: "YT1234567890123" },
  yunda: { pattern: /^(?:YD)?\d{10,16}$/i, example: "4312345678901" },
  shentong: { pattern: /^(?:STO?)?\d{10,17}$/i, example: "773123456789012" },
  jtexpress: { pattern: /^(?:JT)?\d{10,16}$/i, example: "JT1234567890123" },
  debangkuaidi: { pattern: /^(?:DP[A-Z]?)?\d{8,17}$/i, example: "DPK123456789012" },
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
  if (!pattern.test(number)) throw tradeErrors.ParcelNumberWrong({ field: "logisticsNo", company: name, example });
  return number;
}
