import { useRead } from "../../client/queries";
import type { Field } from "../../parts/fields/fields";
import { useMay } from "../../shell/operator";
import type { Pair } from "../../texts/texts";

const bundle = {
  company: ["Carrier", "快递公司"],
  none: ["None (no shipping required)", "无需物流"],
  number: ["Tracking number", "快递单号"],
} as const;

export interface Parcel {
  logisticsId: number;
  logisticsNo?: string;
}

/** As the service reads numbers that a scanner enters, which may name the piece of the shipment behind them. */
const plainNumber = (text: string): string =>
  text
    .normalize("NFKC")
    .trim()
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(/^\][A-Z]\d/i, "");
const piece = /(?:(?:-\d{1,6}){1,2}(?:-[A-Z0-9]{0,8})?|N\d{1,6}S\d{1,6}(?:H[A-Z0-9]{0,8})?)$/i;

/** The fields of a parcel: its company, and a number that must match this company's pattern. */
export function useParcelFields(withNone: boolean): (entered: Record<string, unknown>) => Field[] {
  const may = useMay();
  const companies =
    useRead(
      "/admin-api/trade/delivery/express/page",
      { status: 0, pageSize: 100 },
      { enabled: may("trade:delivery-express:query") },
    ).data?.list ?? [];
  return ({ logisticsId }) => {
    const company = companies.find(({ id }) => id === logisticsId);
    const example: Pair | undefined = company && [
      `Example: ${company.logisticsNoExample}`,
      `例如 ${company.logisticsNoExample}`,
    ];
    const check = (value: unknown): Pair | undefined => {
      const number = plainNumber(String(value ?? ""));
      if (!company || number === "") return undefined;
      const pattern = new RegExp(company.logisticsNoPattern, "i");
      if (pattern.test(number) || pattern.test(number.replace(piece, ""))) return undefined;
      return [
        `Not a valid ${company.name} tracking number; example: ${company.logisticsNoExample}`,
        `不是${company.name}的单号，单号形如 ${company.logisticsNoExample}`,
      ];
    };
    return [
      {
        name: "logisticsId",
        label: bundle.company,
        kind: "select",
        needed: true,
        options: [
          ...companies.map(({ id: value, name }) => ({ value, label: name })),
          ...(withNone ? [{ value: 0, label: bundle.none }] : []),
        ],
      },
      ...(logisticsId === 0
        ? []
        : [
            {
              name: "logisticsNo",
              label: bundle.number,
              kind: "text",
              needed: true,
              check,
              ...(example ? { hint: example } : {}),
            } as const,
          ]),
    ];
  };
}
