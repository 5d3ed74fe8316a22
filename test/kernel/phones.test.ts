import { expect } from "chai";
import fc from "fast-check";
import {
  normalizeMobile,
  normalizeReceiverPhone,
  RECEIVER_PHONE,
  withoutExtension,
} from "#shared/kernel/request/phones.js";

/** What is written, by what it is stored as. */
const spellings: Record<string, string[]> = {
  "13900001111": [
    "13900001111",
    "+86 139 0000 1111",
    "0086-139-0000-1111",
    "86 13900001111",
    "(+86)139 0000 1111",
    "１３９００００１１１１",
    "139\u20110000\u20111111",
    "\u202a+86 139 0000 1111\u202c",
  ],
  "0571-88888888": [
    "0571-88888888",
    "057188888888",
    "+86 571 8888 8888",
    "+86-0571-88888888",
    "０５７１－８８８８８８８８",
  ],
  "0571-88888888-801": [
    "0571-88888888-801",
    "(0571) 8888 8888 转 801",
    "0571-8888-8888 ext. 801",
    "0571-88888888x801",
    "0571 88888888#801",
    "0571-88888888 分机：801",
  ],
  "0571-8888888-8": ["0571-8888888-8"],
  "020-12345678": ["02012345678", "020-1234 5678", "+86 20 12345678"],
  "4008208820": ["400-820-8820", "4008208820", "+86 400 820 8820"],
  "4008208820-12": ["400 820 8820 转 12", "400-820-8820-12"],
  "91234567": ["91234567", "9123 4567"],
  "28881234": ["2888-1234"],
  "+85291234567": ["+852 9123 4567", "00852-91234567", "852-91234567", "85291234567", "＋８５２ ９１２３４５６７"],
  "66123456": ["6612 3456"],
  "+85366123456": ["+853 6612 3456", "0085366123456", "853-66123456"],
  "0912345678": ["0912345678", "0912-345-678"],
  "+886912345678": ["+886 912 345 678", "+886-0912-345678", "886912345678", "00886 (0)912 345 678"],
  "0223456789": ["(02) 2345-6789"],
  "+886223456789": ["+886 2 2345 6789"],
};

describe("the phone of a receiver", () => {
  for (const [stored, texts] of Object.entries(spellings))
    it(`${stored} is read from every way to write it, and stays itself`, () => {
      for (const text of [...texts, stored]) expect(normalizeReceiverPhone(text), text).to.equal(stored);
      expect(stored).to.match(RECEIVER_PHONE);
    });

  it("is none of what is too short, too long, of another country, or not a number", () => {
    for (const text of [
      "1390000111",
      "139000011112",
      "12345678",
      "+1 212 555 0100",
      "0571-888",
      "91234567a",
      "",
      "13900001111-123",
      "+85212345678",
      "400820882",
      "转801",
      "0571-88888888-8888888",
      `${" ".repeat(100)}13900001111`,
    ])
      expect(normalizeReceiverPhone(text), text).not.to.match(RECEIVER_PHONE);
  });

  it("is the same however its digits are parted, and twice normalized is once", () => {
    const parted = fc.tuple(
      fc.constantFrom("", "+86", "0086", "86 ", "(+86)"),
      fc.stringMatching(/^1[3-9]\d{9}$/),
      fc.array(fc.constantFrom("", " ", "-", "\u3000", "\u2013"), { minLength: 11, maxLength: 11 }),
    );
    fc.assert(
      fc.property(parted, ([prefix, digits, marks]) => {
        const text = prefix + [...digits].map((digit, at) => marks[at] + digit).join("");
        expect(normalizeMobile(text)).to.equal(digits);
        expect(normalizeReceiverPhone(text)).to.equal(digits);
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[+\d][\d ()-]{0,20}$/), (text) => {
        const once = normalizeReceiverPhone(text);
        expect(normalizeReceiverPhone(once)).to.equal(once);
      }),
    );
  });

  it("is known to carriers by its last digits, not by those of an extension", () => {
    expect(withoutExtension("0571-88881234-801")).to.equal("0571-88881234");
    expect(withoutExtension("4008208820-12")).to.equal("4008208820");
    for (const phone of ["13900001111", "0571-88881234", "+85291234567"])
      expect(withoutExtension(phone)).to.equal(phone);
  });
});
