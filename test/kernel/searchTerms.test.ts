import { expect } from "chai";
import fc from "fast-check";
import { termsOfKeyword, termsOfName } from "#shared/kernel/lists/searchTerms.js";

const finds = (keyword: string, name: string): boolean => {
  const asked = termsOfKeyword(keyword);
  const stored = new Set(termsOfName(name));
  return asked.length > 0 && asked.every((term) => stored.has(term));
};

const hanText = fc
  .array(fc.constantFrom(..."龙井茶叶杯壶青花瓷乌普洱红绿白山泉"), { minLength: 1, maxLength: 11 })
  .map((characters) => characters.join(""));
const word = fc.stringMatching(/^[A-Za-z0-9]{1,20}$/);

describe("search terms", () => {
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
  it("a word is found by its beginning, and by any part of three characters", () => {
    for (const part of ["l", "lu", "lum", "umen", "men", "LUMEN"])
      expect(finds(part, "Lumen lamp"), part).to.equal(true);
    for (const part of ["um", "en", "amen", "lamen"]) expect(finds(part, "Lumen lamp"), part).to.equal(false);
  });
  it("a number within a word is found from its first digit on, and the letters after it", () => {
    for (const part of ["15", "1", "15p", "pro", "p", "iphone15", "256", "256gb", "gb"])
      expect(finds(part, "iPhone15Pro 256GB"), part).to.equal(true);
    expect(finds("5", "iPhone15Pro 256GB")).to.equal(false);
  });
  it("a Han name is found by its pinyin, the beginning of one, and initials, from any character on", () => {
    for (const part of ["longjing", "long", "lon", "jingcha", "lj", "ljc", "jc", "cha", "LongJing", "lvc"])
      expect(finds(part, "西湖龙井茶 绿茶"), part).to.equal(true);
    for (const part of ["ongjing", "lc", "lonjing"]) expect(finds(part, "西湖龙井茶"), part).to.equal(false);
    expect(finds("chongqing", "重庆火锅底料")).to.equal(true);
  });
  it("marks and traditional characters make no difference, in the name or the search", () => {
    const same: [string, string][] = [
      ["cafe", "Café crème"],
      ["Crème", "cafe creme"],
      ["手機", "手机壳"],
      ["手机", "手機殼"],
      ["機", "手机壳"],
      ["臺灣烏龍", "台湾乌龙茶"],
      ["Ёлка", "елка"],
    ];
    for (const [keyword, name] of same) expect(finds(keyword, name), keyword).to.equal(true);
    expect(finds("가방", "가방 세트")).to.equal(true);
    expect(finds("ガ", "カバン")).to.equal(false);
  });
  it("of a word of any length, every part is found in its first forty characters", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]{3,60}$/), fc.nat(), fc.nat(), (name, from, length) => {
        const known = name.slice(0, 40);
        const start = from % (known.length - 2);
        const part = known.slice(start, start + 3 + (length % (known.length - start - 2)));
        expect(finds(part, name)).to.equal(true);
      }),
    );
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
