import { expect } from "chai";
import fc from "fast-check";
import { termsOfKeyword, termsOfName } from "#shared/domains/catalog/index.js";

const finds = (keyword: string, name: string): boolean => {
  const asked = termsOfKeyword(keyword);
  const stored = new Set(termsOfName(name));
  return asked.length > 0 && asked.every((term) => stored.has(term));
};

const hanText = fc
  .array(fc.constantFrom(..."龙井茶叶杯壶青花瓷乌普洱红绿白山泉"), { minLength: 1, maxLength: 11 })
  .map((characters) => characters.join(""));
const word = fc.stringMatching(/^[A-Za-z0-9]{1,20}$/);

describe("keyword terms", () => {
  it("take words without case and width, Han text by twos, single characters alone", () => {
    expect(termsOfKeyword("Green ＴＥＡ")).to.deep.equal(["green", "tea"]);
    expect(termsOfKeyword("龙井茶")).to.deep.equal(["龙井", "井茶"]);
    expect(termsOfKeyword("茶")).to.deep.equal(["茶"]);
    expect(termsOfKeyword("iPhone15手机壳")).to.deep.equal(["iphone15", "手机", "机壳"]);
  });
  it("ask for at most ten", () => {
    expect(termsOfKeyword("a b c d e f g h i j k l")).to.have.length(10);
    expect(termsOfKeyword("一二三四五六七八九十甲乙丙丁")).to.have.length(10);
  });
  it("ask for nothing where there is no letter or digit", () => {
    expect(termsOfKeyword(" .*+?^${}()|[]\\ ")).to.deep.equal([]);
  });
  it("every term must be there", () => {
    expect(finds("green cup", "Green tea cup")).to.equal(true);
    expect(finds("green pot", "Green tea cup")).to.equal(false);
    expect(finds("杯壶", "茶杯 茶壶")).to.equal(false);
  });
  it("the beginning of a word finds it, the middle does not", () => {
    expect(finds("ket", "Kettle")).to.equal(true);
    expect(finds("ttle", "Kettle")).to.equal(false);
  });
  it("any part of a Han name finds it", () => {
    fc.assert(
      fc.property(hanText, fc.nat(), fc.nat(), (name, from, length) => {
        const start = from % name.length;
        const part = name.slice(start, start + 1 + (length % (name.length - start)));
        expect(finds(part, `Tea ${name} 500g`)).to.equal(true);
      }),
    );
  });
  it("any of its words finds a name, in any case and order", () => {
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 8 }), (words) => {
        const keyword = words
          .toReversed()
          .map((part) => part.toUpperCase())
          .join("  ");
        expect(finds(keyword, words.join("-"))).to.equal(true);
      }),
    );
  });
  it("no text is too strange", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
        const terms = termsOfKeyword(text);
        expect(terms.length).to.be.at.most(10);
        const stored = termsOfName(text);
        for (const term of terms) expect(stored).to.include(term);
      }),
    );
  });
});
