import type { ExpressCompanyDoc } from "../delivery/expressCompany.model.js";
import { tradeErrors } from "../trade.errors.js";

interface ParcelNumberForm {
  /** Ignores case. */
  pattern: RegExp;
  /** A number of this form, for error texts and input fields. */
  example: string;
}

const POST: ParcelNumberForm = { pattern: /^(?:[A-Z]{2}\d{9}[A-Z]{2}|\d{13})$/i, example: "EA123456789CN" };

/**
 * The forms of parcel numbers by company code, each a little wider than the company's current one: a valid number that
 * is refused blocks shipping, a wrong one that passes can be changed.
 */
const forms: Readonly<Record<string, ParcelNumberForm>> = {
  shunfeng: { pattern: /^(?:SF\d{10,15}|\d{12,15})$/i, example: "SF1234567890123" },
  jd: { pattern: /^(?:JD[A-Z]{0,4}\d{8,15}|\d{10,15})(?:-\d{1,3}){0,3}$/i, example: "JD0123456789012" },
  ems: POST,
  youzhengguonei: POST,
  zhongtong: { pattern: /^(?:ZTO?)?\d{10,15}$/i, example: "78123456789012" },
  yuantong: { pattern: /^(?:YT\d{10,16}|[A-Z]?\d{9,18})$/i, example: "YT1234567890123" },
  yunda: { pattern: /^(?:YD)?\d{10,16}$/i, example: "4312345678901" },
  shentong: { pattern: /^(?:STO?)?\d{10,16}$/i, example: "773123456789012" },
  jtexpress: { pattern: /^(?:JT)?\d{10,16}$/i, example: "JT1234567890123" },
  debangkuaidi: { pattern: /^(?:DP[A-Z]?)?\d{8,16}$/i, example: "DPK123456789012" },
};
/** For a company that is not in the table. */
const anyForm: ParcelNumberForm = { pattern: /^[A-Z0-9-]{6,30}$/i, example: "AB-1234567890" };

export const parcelNumberForm = (companyCode: string): ParcelNumberForm => forms[companyCode.toLowerCase()] ?? anyForm;

/** Throws ParcelNumberWrong, with an example, unless the number has a form of the company. */
export function assertParcelNumber({ code, name }: ExpressCompanyDoc, logisticsNo: string): void {
  const { pattern, example } = parcelNumberForm(code);
  if (!pattern.test(logisticsNo)) throw tradeErrors.ParcelNumberWrong({ field: "logisticsNo", company: name, example });
}
