import { expect } from "chai";
import fc from "fast-check";
import { netAndTax } from "#shared/domains/invoice/invoiceLines.js";
import { capitalYuan } from "#shared/domains/invoice/pdf/capitalYuan.js";

const DIGITS = "零壹贰叁肆伍陆柒捌玖";

/** Reads a written-out amount back, in fen. */
function readCapital(text: string): number {
  const [, whole = "", rest = ""] = /^(?:(.*)圆)?(.*)$/.exec(text)!;
  const digit = (sign: string | undefined): number => (sign ? DIGITS.indexOf(sign) : 0);
  const group = (part: string): number =>
    (["仟", "佰", "拾"] as const).reduce(
      (sum, place, index) => sum + digit(new RegExp(`(.)${place}`).exec(part)?.[1]) * 10 ** (3 - index),
      digit(/([^零仟佰拾])$/.exec(part)?.[1]),
    );
  const [, trillions = "", hundredMillions = "", tenThousands = "", ones = ""] =
    /^(?:(.*)万亿)?(?:(.*)亿)?(?:(.*)万)?(.*)$/.exec(whole)!;
  const yuan = group(trillions) * 1e12 + group(hundredMillions) * 1e8 + group(tenThousands) * 1e4 + group(ones);
  return yuan * 100 + digit(/(.)角/.exec(rest)?.[1]) * 10 + digit(/(.)分/.exec(rest)?.[1]);
}

describe("amounts on invoices", () => {
  it("are written out as people write them", () => {
    const known: [number, string][] = [
      [0, "零圆整"],
      [1, "壹分"],
      [10, "壹角整"],
      [105, "壹圆零伍分"],
      [1_000, "壹拾圆整"],
      [9_900, "玖拾玖圆整"],
      [10_050, "壹佰圆伍角整"],
      [100_500, "壹仟零伍圆整"],
      [123_456, "壹仟贰佰叁拾肆圆伍角陆分"],
      [1_000_000, "壹万圆整"],
      [1_000_100, "壹万零壹圆整"],
      [10_010_000, "壹拾万零壹佰圆整"],
      [10_000_000_000, "壹亿圆整"],
      [10_000_000_101, "壹亿零壹圆零壹分"],
      [12_345_678_909, "壹亿贰仟叁佰肆拾伍万陆仟柒佰捌拾玖圆零玖分"],
    ];
    for (const [fen, text] of known) expect(capitalYuan(fen)).to.equal(text);
    for (const bad of [-1, 0.5, Number.NaN, 2 ** 53]) expect(() => capitalYuan(bad)).to.throw();
  });

  it("read back as what they were", () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer({ min: 0, max: 10_000_000 }), fc.maxSafeInteger().map(Math.abs)), (fen) => {
        const text = capitalYuan(fen);
        expect(readCapital(text), text).to.equal(fen);
        expect(text).not.to.match(/零零|零万|零亿|^零[^圆]/);
      }),
      { numRuns: 2_000 },
    );
  });

  it("split into net and tax that add up, the tax right to the fen", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), fc.constantFrom(0, 1, 3, 6, 9, 13), (amountFen, taxRate) => {
        const { netFen, taxFen } = netAndTax(amountFen, taxRate);
        expect(netFen + taxFen).to.equal(amountFen);
        expect(Math.abs(netFen * (taxRate / 100) - taxFen)).to.be.lessThan(0.6);
      }),
    );
  });
});
