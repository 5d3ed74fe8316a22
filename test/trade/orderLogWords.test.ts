import { expect } from "chai";
import { readdirSync, readFileSync } from "node:fs";
import { moveLogWords } from "#api/trade/order/orderLog.words.js";
import { seedDelivery } from "#shared/domains/trade/setup.js";
import { withContext } from "#shared/kernel/request/context.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildPaidOrder } from "#test/factories/order.js";
import { startService } from "#test/support/service.js";

const folder = new URL("../../shared/domains/trade/", import.meta.url);
/** What the domain writes into histories: the sentences in its code, with 1.00 for what is put into them. */
function sentences(): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const literal = /"[A-Z][a-z]+[ \w,.:]*"|`[A-Z][^`]*`/g;
  return files.flatMap((file) =>
    readFileSync(new URL(file, folder), "utf8")
      .split("\n")
      .filter((line) => /^\s+content(:| =) /.test(line))
      .flatMap((line) => line.match(literal) ?? [])
      .map((text) => text.slice(1, -1).replace(/\$\{[^}]*\}/g, "1.00")),
  );
}
const inChinese = (text: string): string =>
  withContext({ requestId: "words", language: "zh" }, () => moveLogWords(text));

describe("the history of an order", () => {
  before(() => startService());

  it("answers in the language of the request; what is stored stays as it was written", async () => {
    await seedDelivery();
    const { client } = await buildOperator(["trade:order:query"]);
    const { order } = await buildPaidOrder();
    const read = async (language: string): Promise<string[]> => {
      const path = `/admin-api/trade/order/get-detail?id=${order._id}`;
      const { data } = await client.with({ "accept-language": language }).get(path);
      return data.logs.map(({ content }: { content: string }) => content);
    };
    expect(await read("en")).to.deep.equal(["Order placed", "Paid 99.00"]);
    expect(await read("zh-CN")).to.deep.equal(["提交订单", "已支付 99.00 元"]);
  });

  it("has Chinese for every sentence that is written", () => {
    const written = sentences();
    expect(written).to.include.members(["Order placed", "Paid 1.00", "Refused: 1.00"]);
    for (const text of written) expect(inChinese(text), text).not.to.match(/[A-Za-z]{3}/);
  });

  it("keeps reasons and names as they were given, and text that it does not know", () => {
    expect(inChinese("Shipped by SF, Express, SF-1 ")).to.equal("Shipped by SF, Express, SF-1 ");
    expect(inChinese("Shipped by SF, Express, SF-1")).to.equal("已发货，SF, Express，运单号 SF-1");
    expect(inChinese("Refused: came\n too $& late")).to.equal("商家拒绝：came\n too $& late");
    expect(inChinese("Something else")).to.equal("Something else");
  });
});
