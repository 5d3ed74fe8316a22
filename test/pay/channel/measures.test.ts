import { expect } from "chai";
import fc from "fast-check";
import { cutTo, measured, measures } from "#shared/providers/measure.js";
import { ChannelRefused, type PrepayKind, type PrepayRequest } from "#shared/providers/pay/port.js";
import { readTradeBill as readWechatpayBill } from "#shared/providers/pay/wechatpay/bill.js";
import { certificateStoreOf } from "#shared/domains/pay/channel/certificateStore.js";
import { config } from "#shared/kernel/config/config.js";
import { startService } from "#test/support/service.js";
import { alipay, wechatpay, type WholeChannel } from "#test/support/wholeProviders.js";
import { callsTo, noFaults, settle } from "../support.js";
import { thrownBy } from "./channelContract.js";

const FAMILY = "👨‍👩‍👧‍👦";
const FLAG = "🇨🇳";
const MARKED = "Zoë\u0301\u0302\u0303";
/** Names as shops write them, and as nobody should. */
const pieces = [
  "汉字",
  "𠮷野家",
  FAMILY,
  FLAG,
  "👍🏽",
  MARKED,
  "עברית",
  "\u202eabc",
  "한국어",
  "i\u0307",
  "256G/黑色 = 1&2",
  "`",
  ",`",
  "\t,",
  "\r\n",
  "\u2028",
  "\u0000\u0007",
  "\u0085",
  "\ufeff",
  "\ud83d",
  " ",
  "<b>",
  '"',
  "%",
  "a".repeat(40),
];
const name = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" })), {
    maxLength: 60,
  })
  .map((parts) => parts.join(""));
const graphemesOf = (text: string): string[] =>
  Array.from(new Intl.Segmenter("zh").segment(text), ({ segment }) => segment);
// oxlint-disable-next-line no-control-regex
const BREAKS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029`]|\p{Surrogate}/u;

let count = 0;
const newNo = (): string => `MS${process.pid}${Date.now()}${++count}`.slice(0, 32);
const requestOf = (kind: PrepayKind, no: string, subject: string): PrepayRequest => ({
  kind,
  no,
  subject,
  amountFen: 1_000,
  expireAt: new Date(Date.now() + 3_600_000),
  notifyUrl: "http://127.0.0.1:9/nobody",
  openid: null,
  returnUrl: null,
});
const today = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

describe("the measures of providers", () => {
  before(() => startService());
  afterEach(noFaults);

  it("are never passed, in their unit, and no character is cut through", () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(measures)), name, (measure, text) => {
        const sent = measured(text, measure);
        const size = measure.unit === "bytes" ? Buffer.byteLength(sent) : sent.length;
        expect(size).to.be.at.most(measure.most);
        expect(sent).not.to.match(BREAKS);
        if ("without" in measure) expect(sent).not.to.match(/[/=&]/);
        expect(measured(sent, measure)).to.equal(sent);
        const whole = measured(text, { ...measure, most: 1_000_000 });
        expect(whole.startsWith(sent)).to.equal(true);
        const kept = graphemesOf(sent);
        if (kept.length > 1) expect(graphemesOf(whole).slice(0, kept.length)).to.deep.equal(kept);
      }),
    );
  });

  it("count bytes where the provider does, and leave whole emoji and letters with their marks", () => {
    expect(measured("汉".repeat(50), measures.wechatpayDescription)).to.equal("汉".repeat(42));
    expect(measured(`${"a".repeat(120)}${FAMILY}`, measures.wechatpayDescription)).to.equal("a".repeat(120));
    expect(measured(`${"汉".repeat(20)}${"😀".repeat(7)}`, measures.wechatpayReason)).to.equal(
      `${"汉".repeat(20)}${"😀".repeat(5)}`,
    );
    expect(measured("a/b=c&d", measures.alipaySubject)).to.equal("a b c d");
    expect(measured(" tea`pot,\t blue\r\n", measures.wechatpayDescription)).to.equal("tea pot, blue");
    expect(measured("😀".repeat(200), measures.alipaySubject)).to.equal("😀".repeat(128));
    expect(cutTo(`e${"\u0301".repeat(100)}`, { most: 5, unit: "bytes" })).to.equal("e\u0301\u0301");
    expect(measured("\u0000\ufeff`", measures.alipayReason)).to.equal("");
  });

  const channels: [string, PrepayKind, () => WholeChannel][] = [
    ["WeChat Pay", "native", () => wechatpay(certificateStoreOf(config.WECHATPAY_MCH_ID))],
    ["Alipay", "pageUrl", () => alipay()],
  ];
  for (const [provider, kind, adapter] of channels)
    it(`are ${provider}'s own: what we send of any name is taken, and its statement of the day is read back`, async () => {
      const paid: string[] = [];
      await fc.assert(
        fc.asyncProperty(name, name, async (subject, reason) => {
          const no = newNo();
          await adapter().prepay(requestOf(kind, no, subject));
          await settle(no, { notify: false });
          const notifyUrl = "http://127.0.0.1:9/nobody";
          const refund = {
            no: `R${no}`.slice(0, 32),
            paymentNo: no,
            paidFen: 1_000,
            refundFen: 400,
            reason,
            notifyUrl,
          };
          expect((await adapter().refund(refund)).state).to.be.oneOf(["success", "processing"]);
          paid.push(no);
        }),
        { numRuns: 30 },
      );
      const { rows } = (await adapter().bill(today()))!;
      for (const no of paid) {
        const own = rows.filter((row) => row.no === no);
        const amounts = own.map(({ kind: of, amountFen }) => `${of} ${amountFen}`).toSorted();
        expect(amounts, no).to.deep.equal(["payment 1000", "refund 400"]);
      }
    });

  it("are the sandbox's, in the provider's own words", async () => {
    const no = newNo();
    await wechatpay(certificateStoreOf(config.WECHATPAY_MCH_ID)).prepay(requestOf("native", no, "汉".repeat(60)));
    const sent = (await callsTo("/v3/pay/transactions/native")).map(({ body }) => JSON.parse(body));
    expect(sent.find(({ out_trade_no }) => out_trade_no === no)?.description).to.equal("汉".repeat(42));
    const short = await thrownBy(
      wechatpay(certificateStoreOf(config.WECHATPAY_MCH_ID)).prepay(requestOf("native", "abc", "tea")),
    );
    expect(short).to.be.instanceOf(ChannelRefused).and.include({ code: "PARAM_ERROR" });
    expect((short as ChannelRefused).reason).to.equal(
      "输入源“/body/out_trade_no”映射到值字段“商户订单号”字符串规则校验失败，字节数 3，小于最小值 6",
    );
  });

  it("were not kept by older versions: a line with such a name is read all the same", () => {
    const header =
      "交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注";
    const line = (subject: string): string =>
      `\`2026-11-10 16:33:45,\`wx1,\`10000100,\`0,\`,\`4200001,\`1415640626,\`o1,\`NATIVE,\`SUCCESS,\`OTHERS,\`CNY,\`0.01,\`0.0,\`0,\`0,\`0.00,\`0.00,\`,\`,\`${subject},\`,\`0.00000,\`0.60%,\`0.01,\`0.00,\``;
    const sums =
      "总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额\r\n`1,`0.01,`0.0,`0.0,`0.00000,`0.01,`0.0";
    for (const subject of ["tea", "a`b", "a,b", "a,`b,`c", "`,`"]) {
      const rows = readWechatpayBill([header, line(subject), sums, ""].join("\r\n"), "10000100");
      expect(rows, subject).to.have.length(1);
      expect(rows[0], subject).to.include({ no: "1415640626", amountFen: 1, kind: "payment" });
    }
  });
});
