import { generateKeyPairSync, sign } from "node:crypto";
import { createServer } from "node:http";
import { expect } from "chai";
import { zipSync } from "fflate";
import fc from "fast-check";
import { environmentMerchant as alipayOfEnvironment } from "#shared/providers/pay/alipay/merchant.js";
import { alipay as alipayAdapter, wechatpay as wechatpayAdapter } from "#test/support/wholeProviders.js";
import { readTradeBill as readAlipayBill } from "#shared/providers/pay/alipay/bill.js";
import { ChannelUnsure } from "#shared/providers/pay/port.js";
import { readTradeBill as readWechatpayBill } from "#shared/providers/pay/wechatpay/bill.js";
import { clientOf } from "#shared/domains/pay/channel/channelClients.js";
import { payMerchants } from "#shared/domains/pay/channel/payMerchants.js";
import { refundPayOrder } from "#shared/domains/pay/index.js";
import { certificateStoreOf } from "#shared/domains/pay/channel/certificateStore.js";
import { config } from "#shared/kernel/config/config.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { fenOfSignedYuan, yuan } from "#shared/kernel/money/money.js";
import { startService } from "#test/support/service.js";
import { runJobs } from "#test/support/runJobs.js";
import { thrownBy } from "../channel/channelContract.js";
import { buildPaid, byPage, callsTo, chase, fault, noFaults } from "../support.js";

/** The providers' day. */
const today = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
const wechatpay = () => wechatpayAdapter(certificateStoreOf(config.WECHATPAY_MCH_ID));

// Lines as the provider's own description of its file shows them.
const wechatpayText = [
  "\uFEFF交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注",
  "`2026-11-10 16:33:45,`wx2421b1c4370ec43b,`10000100,`0,`1000,`1001690740201411100005734289,`1415640626,`085e9858e3ba5186aafcbaed1,`NATIVE,`SUCCESS,`OTHERS,`CNY,`0.01,`0.0,`0,`0,`0.00,`0.00,`,`,`被扫支付, 测试,`订单额外描述,`0.00000,`0.60%,`0.01,`0.00,`",
  "`2026-11-10 16:46:14,`wx2421b1c4370ec43b,`10000100,`0,`1000,`1002780740201411100005729794,`1415635270,`085e9858e90ca40c0b5aee463,`NATIVE,`REFUND,`OTHERS,`CNY,`0.00,`0.0,`2002780740201411100005729794,`R1415635270,`0.02,`0.00,`ORIGINAL,`SUCCESS,`被扫支付测试,`,`-0.00500,`0.60%,`0.00,`0.02,`",
  "总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额",
  "`2,`0.01,`0.02,`0.0,`0.00000,`0.01,`0.02",
  "",
].join("\r\n");

describe("the statements of pay providers", () => {
  before(() => startService());
  afterEach(async () => {
    heldClock.release();
    await noFaults();
  });

  it("yuan text becomes fen exactly, negative and with the decimals of fees too", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }),
        (fen) => fenOfSignedYuan(yuan(fen)) === fen,
      ),
    );
    expect([
      fenOfSignedYuan("0.0"),
      fenOfSignedYuan("-0.00500", 5),
      fenOfSignedYuan("0.00499", 5),
      fenOfSignedYuan("1.005"),
    ]).to.deep.equal([0, -1, 0, undefined]);
    for (const text of ["", "1e3", "1,000.00", "--1", "NaN"]) expect(fenOfSignedYuan(text), text).to.equal(undefined);
  });

  it("WeChat Pay's lines are read behind their back-ticks, payments and refunds", () => {
    expect(readWechatpayBill(wechatpayText, "10000100")).to.deep.equal([
      {
        kind: "payment",
        no: "1415640626",
        channelOrderNo: "1001690740201411100005734289",
        amountFen: 1,
        feeFen: 0,
        at: new Date("2026-11-10T16:33:45+08:00"),
        refundNo: null,
        channelRefundNo: null,
      },
      {
        kind: "refund",
        no: "1415635270",
        channelOrderNo: "1002780740201411100005729794",
        amountFen: 2,
        feeFen: -1,
        at: new Date("2026-11-10T16:46:14+08:00"),
        refundNo: "R1415635270",
        channelRefundNo: "2002780740201411100005729794",
      },
    ]);
  });

  it("a statement that does not add up, is cut off or is somebody else's is not read", () => {
    const cut = wechatpayText.split("\r\n").toSpliced(2, 1).join("\r\n");
    for (const text of [
      "",
      "not a bill",
      cut,
      wechatpayText.slice(0, 700),
      wechatpayText.replace("`0.01,`0.00,`", "`?,`"),
    ])
      expect(() => readWechatpayBill(text, "10000100"), text.slice(0, 40)).to.throw(ChannelUnsure);
    expect(() => readWechatpayBill(wechatpayText, "10000101")).to.throw(ChannelUnsure);
    for (const text of [
      "",
      "#a\n支付宝交易号",
      "#---业务明细列表---\n商户订单号\n#---业务明细列表结束---\n#交易合计：1笔\n#退款合计：0笔",
    ])
      expect(() => readAlipayBill(text), text.slice(0, 40)).to.throw(ChannelUnsure);
  });

  for (const [name, body, adapter] of [
    ["WeChat Pay", {}, wechatpay],
    ["Alipay", byPage, () => alipayAdapter()],
  ] as const)
    it(`${name}: every payment and refund of the day stands in it, to the fen, with the fee`, async () => {
      const { order, no } = await buildPaid({ priceFen: 8_888, subject: "一件, 两件 `三`件" }, body);
      await refundPayOrder({
        payOrderId: order._id,
        merchantRefundId: `b-${order._id}`,
        refundFen: 1_111,
        reason: "",
      });
      await runJobs();
      await chase();
      const bill = (await adapter().bill(today()))!;
      expect(bill.day).to.equal(today());
      const mine = bill.rows.filter((row) => row.no === no);
      expect(mine.map(({ kind, amountFen, feeFen }) => [kind, amountFen, feeFen])).to.deep.equal([
        ["payment", 8_888, 53],
        ["refund", 1_111, -7],
      ]);
      expect(mine[0]).to.include({ channelOrderNo: order.channelOrderNo, refundNo: null });
      expect(mine[1]!.refundNo).to.match(/^R/);
      expect(Math.abs(mine[0]!.at.getTime() - order.successAt!.getTime())).to.be.lessThan(2_000);
      expect(await adapter().bill("2020-01-01")).to.equal(undefined);
    });

  it("each merchant behind the channels is asked for its own, once", async () => {
    const { no } = await buildPaid();
    const merchants = await payMerchants();
    const names = merchants.map(({ family, merchantId }) => `${family} ${merchantId}`);
    expect(new Set(names).size).to.equal(names.length);
    expect(names).to.include.members([`wechatpay ${config.WECHATPAY_MCH_ID}`, `payplat ${config.ALIPAY_APP_ID}`]);
    const holders: string[] = [];
    for (const merchant of merchants) {
      const { merchantId, channelIds } = merchant;
      expect(channelIds).to.not.have.length(0);
      const bill = await clientOf(merchant).bill(today());
      if (bill?.rows.some((row) => row.no === no)) holders.push(merchantId);
    }
    expect(holders).to.deep.equal([config.WECHATPAY_MCH_ID]);
  });

  it("WeChat Pay's file is fetched with a signature and believed only when its hash is the announced one", async () => {
    await buildPaid();
    await wechatpay().bill(today());
    const [file] = await callsTo("/v3/billdownload/file");
    expect(file).to.include({ method: "GET" });
    // A file that is cut off on its way: the announced hash is of the whole.
    await fault({ mode: "badSignature", count: 1, path: "/v3/billdownload" });
    expect(await thrownBy(wechatpay().bill(today()))).to.include({ code: "BAD_HASH" });
    await fault({ mode: "error", count: 1, path: "/v3/billdownload" });
    expect(await thrownBy(wechatpay().bill(today()))).to.be.instanceOf(ChannelUnsure);
    await fault({ mode: "badSignature", count: 1, path: "/v3/bill/tradebill" });
    expect(await thrownBy(wechatpay().bill(today()))).to.include({ code: "BAD_SIGNATURE" });
  });

  it("Alipay's file that is no zip, or holds no list, is not believed", async () => {
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
    const files = [
      Buffer.from("not a zip"),
      Buffer.from(zipSync({ "a.csv": Buffer.from("nothing") })),
      Buffer.alloc(0),
    ];
    let url = "";
    const server = createServer((request, response) => {
      if (request.method === "GET") return void response.end(files.shift());
      const inner = JSON.stringify({ code: "10000", msg: "Success", bill_download_url: `${url}/file` });
      const signature = sign("sha256", Buffer.from(inner), privateKey).toString("base64");
      response.end(`{"alipay_data_dataservice_bill_downloadurl_query_response":${inner},"sign":"${signature}"}`);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
    const platformKey = publicKey.export({ type: "spki", format: "pem" }).toString();
    const adapter = alipayAdapter(() => ({ ...alipayOfEnvironment(), gatewayUrl: url, platformKey }));
    for (let left = files.length; left > 0; left--)
      expect(await thrownBy(adapter.bill(today()))).to.include({ code: "BAD_BILL" });
    server.closeAllConnections();
    server.close();
  });
});
