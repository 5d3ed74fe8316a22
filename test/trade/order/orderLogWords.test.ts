import { expect } from "chai";
import fc from "fast-check";
import { orderLogWords } from "#api/trade/order/orderLog.views.js";
import type { LogEntry } from "#shared/domains/trade/log/logEntry.js";
import { wordsOfEntry } from "#shared/domains/trade/log/logWords.js";
import { findOrderLogs } from "#shared/domains/trade/log/orderLog.model.js";
import { parseLog } from "#shared/domains/trade/log/readLog.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { withContext } from "#shared/kernel/request/context.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildPaidOrder } from "#test/factories/order.js";
import { startService } from "#test/support/service.js";
import { anyOf, examples, kinds } from "./logEntries.js";

type Row = Parameters<typeof orderLogWords>[0];
const inChinese = (row: Row): string => withContext({ requestId: "words", language: "zh" }, () => orderLogWords(row));
const inEnglish = (row: Row): string => withContext({ requestId: "words", language: "en" }, () => orderLogWords(row));

describe("the history of an order", () => {
  before(() => startService());

  it("answers in the language of the request; a row keeps what happened, and says it in English", async () => {
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
    expect((await findOrderLogs(order._id)).map(({ what, content }) => [what, content])).to.deep.equal([
      [{ kind: "placed" }, "Order placed"],
      [{ kind: "paid", payFen: 9_900 }, "Paid 99.00"],
    ]);
  });

  for (const kind of kinds) {
    it(`${kind} has its words in both languages, and is read from them`, () => {
      for (const [entry, en, zh] of examples[kind]) {
        expect(wordsOfEntry(entry, "en")).to.equal(en);
        expect(wordsOfEntry(entry, "zh")).to.equal(zh);
        expect(inChinese({ content: en })).to.equal(zh);
      }
      fc.assert(
        fc.property(anyOf(kind), (entry: LogEntry) => {
          expect(wordsOfEntry(entry, "zh")).to.match(/^[^A-Za-z]*\p{Script=Han}/u);
          expect(parseLog(wordsOfEntry(entry, "en"))).to.deep.equal(entry);
        }),
      );
    });
  }

  it("shows what it does not know as it was written", () => {
    for (const content of [
      "Something else",
      "Shipped by SF, Express, SF-1 ",
      "To be paid by 2031-02-30 14:02:03, before by 2031-05-06 11:02:03",
      "Parcel changed to A, B; before C",
      "Paid 1",
      "Paid 99999999999999999.99",
      "",
    ]) {
      expect(parseLog(content), content).to.equal(null);
      expect(inChinese({ content, what: null })).to.equal(content);
    }
    const newer = { what: { kind: "toString" } as unknown as LogEntry, content: "Of a newer version" };
    expect(inChinese(newer)).to.equal("Of a newer version");
    expect(inEnglish(newer)).to.equal("Of a newer version");
  });

  it("goes by what happened, not by the sentence beside it", () => {
    const row: Row = { what: { kind: "refused", reason: "worn" }, content: "Agreed" };
    expect([inEnglish(row), inChinese(row)]).to.deep.equal(["Refused: worn", "商家拒绝：worn"]);
  });
});
