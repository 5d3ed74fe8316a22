import type { Fonts } from "./font.js";
import { INK, type Align } from "./sheet.js";

type Pdf = PDFKit.PDFDocument;

interface Place {
  x: number;
  y: number;
  width: number;
  size?: number;
  align?: Align;
  color?: string;
  /** The height of all text lines; without it, one line that is cut with an ellipsis. */
  height?: number | undefined;
}

/** Characters of one font that follow each other. */
interface Piece {
  text: string;
  isRare: boolean;
}

const SMALLEST = 5.5;
/** The fonts' default line spacing is wide. */
const TIGHT = -1.5;

/** Writes on a document, in each character's own font. */
export class Writer {
  readonly pdf: Pdf;
  private readonly fonts: Fonts;

  constructor(pdf: Pdf, fonts: Fonts) {
    this.pdf = pdf;
    this.fonts = fonts;
    pdf.registerFont("common", fonts.common).font("common");
    if (fonts.rare) pdf.registerFont("rare", fonts.rare);
  }

  write(text: string, { x, y, width, size = 8, align = "left", color = INK.text, height }: Place): void {
    const fitting = height === undefined ? this.sizeThatFits(text, size, width) : size;
    const top = y + (size - fitting) / 2;
    this.pdf.fontSize(fitting).fillColor(color);
    if ([...text].some(this.fonts.isRare)) {
      this.writeLines(text, fitting, { x, y: top, width, align, height });
      return;
    }
    this.pdf.text(text, x, top, {
      width,
      align,
      lineGap: height === undefined ? 0 : TIGHT,
      height: height ?? fitting * 1.5,
      ...(height === undefined ? { ellipsis: "…" } : {}),
    });
  }

  /** A label and its value on one line. */
  writePair(label: string, value: string, { x, y, width, size = 8 }: Place): void {
    this.write(label, { x, y, width, size, color: INK.label });
    const labelWidth = this.widthOf(label, size);
    this.write(value, { x: x + labelWidth, y, width: width - labelWidth, size });
  }

  /** In points. */
  widthOf(text: string, size: number): number {
    const { pdf } = this;
    pdf.fontSize(size);
    const width = this.piecesOf(text).reduce(
      (sum, piece) => sum + pdf.font(fontOf(piece)).widthOfString(piece.text),
      0,
    );
    pdf.font("common");
    return width;
  }

  /** Shrinks text that is too long for its line, down to a readable size. */
  private sizeThatFits(text: string, size: number, width: number): number {
    const needed = this.widthOf(text, size);
    return needed <= width ? size : Math.max(SMALLEST, (size * (width - 0.5)) / needed);
  }

  /** Text of two fonts, which PDFKit breaks into lines only for one: broken after any character. */
  private writeLines(text: string, size: number, { x, y, width, align, height }: Place): void {
    const { pdf } = this;
    const step = pdf.font("common").currentLineHeight(true) + TIGHT;
    const most = height === undefined ? 1 : Math.max(1, Math.floor(height / step));
    this.linesOf(text, size, width, most).forEach((line, index) => {
      const space = width - this.widthOf(line, size);
      let left = x + { left: 0, center: space / 2, right: space }[align ?? "left"];
      // On one baseline, whatever the fonts' heights are.
      const baseline = y + size * this.fonts.ascent + index * step;
      for (const piece of this.piecesOf(line)) {
        pdf.font(fontOf(piece)).text(piece.text, left, baseline, { lineBreak: false, baseline: "alphabetic" });
        left += pdf.widthOfString(piece.text);
      }
    });
    pdf.font("common");
  }

  /** Lines that fit; the last one ends in an ellipsis if something is left. */
  private linesOf(text: string, size: number, width: number, most: number): string[] {
    const lines = [""];
    for (const character of text) {
      const line = lines.at(-1)!;
      if (this.widthOf(line + character, size) <= width) lines[lines.length - 1] += character;
      else if (lines.length < most) lines.push(character);
      else {
        const shown = [...line];
        while (shown.length > 0 && this.widthOf(`${shown.join("")}…`, size) > width) shown.pop();
        lines[lines.length - 1] = `${shown.join("")}…`;
        break;
      }
    }
    return lines;
  }

  private piecesOf(text: string): Piece[] {
    const pieces: Piece[] = [];
    for (const character of text) {
      const isRare = this.fonts.isRare(character);
      const last = pieces.at(-1);
      if (last?.isRare === isRare) last.text += character;
      else pieces.push({ text: character, isRare });
    }
    return pieces;
  }
}

const fontOf = ({ isRare }: Piece): string => (isRare ? "rare" : "common");
