/** The sheet in points: 210 x 140 mm, the format of fully digital e-invoices. */
export const SHEET = { width: 595.28, height: 396.85, margin: 22 } as const;
export const INNER = SHEET.width - 2 * SHEET.margin;
export const INK = { rule: "#8b3a2f", label: "#8b3a2f", text: "#111111" } as const;

export type Align = "left" | "center" | "right";

interface Column {
  title: string;
  width: number;
  align: Align;
}
/** Columns of the table of lines; the widths add up to the inner width. */
export const COLUMNS: readonly Column[] = [
  { title: "项目名称", width: 150, align: "left" },
  { title: "规格型号", width: 76, align: "left" },
  { title: "单位", width: 32, align: "center" },
  { title: "数量", width: 44, align: "right" },
  { title: "单价", width: 76, align: "right" },
  { title: "金额", width: 70, align: "right" },
  { title: "税率/征收率", width: 48, align: "center" },
  { title: "税额", width: INNER - 496, align: "right" },
];

export const ROWS_ON_SHEET = 7;
export const ROW_HEIGHT = 19;
/** Vertical positions of the parts. */
export const TOP = { title: 20, parties: 78, table: 146, rows: 162 } as const;
export const PARTIES_HEIGHT = TOP.table - TOP.parties;
export const ROWS_END = TOP.rows + ROWS_ON_SHEET * ROW_HEIGHT;
