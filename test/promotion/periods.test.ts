import { expect } from "chai";
import { endpoints } from "#api/routes.js";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { clock, days, hours } from "#shared/kernel/time/clock.js";
import { wholeDaySlot } from "#test/factories/activity.js";
import { freshDomain } from "#test/factories/license.js";
import { buildLiveRoom } from "#test/factories/live.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildSpu } from "#test/factories/spu.js";
import { buildWebsiteProduct } from "#test/factories/website.js";
import type { Client } from "#test/support/client.js";

const CONFIRM = 1013000000;
/** A moment in seconds, as half of all languages give it. */
const IN_SECONDS = 1_800_000_000;

interface Form {
  /** Without the act: `/create`, `/issue`. */
  path: string;
  create: string;
  /** Undefined: it cannot be changed. */
  update?: string;
  /** The names of its begin and end. */
  start?: string;
  end: string;
  body: () => Promise<object>;
}
const promotion = (noun: string, body: Form["body"]): Form => ({
  path: `/admin-api/promotion/${noun}`,
  create: "create",
  update: "update",
  start: "startTime",
  end: "endTime",
  body,
});
const goods = async () => {
  const { spuId, skuIds } = await buildSpu();
  return { spuId, skuId: skuIds[0]! };
};
const forms: Form[] = [
  promotion("seckill-activity", async () => {
    const { spuId, skuId } = await goods();
    return {
      name: "Ten",
      spuId,
      configIds: [await wholeDaySlot()],
      products: [{ skuId, seckillPrice: 100, stock: 1 }],
    };
  }),
  promotion("combination-activity", async () => {
    const { spuId, skuId } = await goods();
    return {
      name: "Two",
      spuId,
      userSize: 2,
      limitDuration: 24,
      products: [{ skuId, combinationPrice: 100, stock: 1 }],
    };
  }),
  promotion("bargain-activity", async () => ({
    ...(await goods()),
    name: "Ask",
    bargainFirstPrice: 900,
    bargainMinPrice: 100,
    stock: 1,
    helpMaxCount: 20,
    randomMinPrice: 100,
    randomMaxPrice: 900,
  })),
  promotion("discount-activity", async () => ({
    name: "Half",
    products: [{ ...(await goods()), discountType: 2, discountPercent: 50 }],
  })),
  promotion("reward-activity", async () => ({
    name: "Save",
    conditionType: 10,
    productScope: 2,
    productScopeValues: [(await goods()).spuId],
    rules: [{ limit: 20_000, discountPrice: 3_000 }],
  })),
  {
    ...promotion("coupon-template", async () => ({
      name: "Coupon",
      takeType: 1,
      usePrice: 5_000,
      productScope: 1,
      validityType: 1,
      discountType: 1,
      discountPrice: 100,
    })),
    start: "validStartTime",
    end: "validEndTime",
  },
  {
    path: "/admin-api/cloudlive/live-base-info",
    create: "create",
    update: "update",
    start: "startTime",
    end: "endTime",
    body: async () => ({ liveRoomId: (await buildLiveRoom()).roomId, liveName: "Live" }),
  },
  {
    path: "/admin-api/website/license",
    create: "issue",
    end: "expirationTime",
    body: async () => ({
      userId: (await buildMember()).member._id,
      productId: await buildWebsiteProduct(),
      domainName: freshDomain(),
      companyName: "示例公司",
    }),
  },
];

describe("the periods of operators' forms", () => {
  let client: Client;
  before(async () => {
    client = (await buildOperator()).client;
  });
  const chinese = (): Client => client.with({ "accept-language": "zh" });

  for (const { path, create, update, start, end, body } of forms)
    it(`${path}: not in seconds, not backwards, over already only where that is confirmed`, async () => {
      const base = await body();
      const period = (startMs: number, endMs: number) => ({ ...(start ? { [start]: startMs } : {}), [end]: endMs });
      const now = clock.ms();
      const good = { ...base, ...period(now - days(3), now + days(1)) };
      const over = { ...base, ...period(now - days(3), now - days(2)) };
      const logged = () => OperationLogModel.countDocuments({ action: /\.(create|update|issue)$/ });
      const before = await logged();
      const sends: ((sent: object, by?: Client) => ReturnType<Client["post"]>)[] = [
        (sent, by = client) => by.post(`${path}/${create}`, sent),
      ];
      const refuses = async (send: (typeof sends)[number]): Promise<void> => {
        for (const field of start ? [start, end] : [end]) {
          const seconds = await send({ ...good, [field]: IN_SECONDS });
          expect([seconds.status, seconds.msg]).to.deep.equal([
            400,
            `${field}: must be a moment in epoch milliseconds, not seconds`,
          ]);
          const inChinese = await send({ ...good, [field]: IN_SECONDS }, chinese());
          expect(inChinese.msg).to.match(new RegExp(`${field}.+毫秒时间戳`));
        }
        if (start) {
          const backwards = await send({ ...base, ...period(now + days(2), now + days(1)) });
          expect([backwards.status, backwards.msg.split(":")[0]]).to.deep.equal([400, end]);
        }
        const asked = await send(over);
        expect([asked.status, asked.code], asked.msg).to.deep.equal([200, CONFIRM]);
        expect(asked.msg).to.match(new RegExp(`^${end} is over already`));
        expect((await send(over, chinese())).msg).to.match(new RegExp(`^${end} 已经过去`));
      };

      await refuses(sends[0]!);
      expect(await logged()).to.equal(before);
      const made = await sends[0]!(good);
      expect(made.code, made.msg).to.equal(0);
      if (update) {
        const change = (sent: object, by = client) => by.put(`${path}/${update}`, { id: made.data, ...sent });
        await refuses(change);
        expect(await logged()).to.equal(before + 1);
        expect((await change({ ...over, confirm: true })).data).to.equal(true);
        // What was over when it was saved stays without a word.
        expect((await change(over)).data).to.equal(true);
        expect((await change({ ...over, ...period(now - days(3), now - hours(25)) })).code).to.equal(CONFIRM);
      } else expect((await sends[0]!({ ...over, confirm: true })).code).to.equal(0);
    });

  it("no body of an operator takes a moment in seconds", () => {
    const moments = endpoints
      .filter(({ path, method }) => path.startsWith("/admin-api/") && method !== "get")
      .flatMap(({ path, input }) => {
        const shape = (input?.body as { shape?: Record<string, { safeParse(value: unknown): { success: boolean } }> })
          ?.shape;
        return Object.entries(shape ?? {})
          .filter(([name]) => /(?:Time|Date)$/.test(name) && name !== "createTime" && name !== "muteTime")
          .map(([name, schema]) => ({ at: `${path} ${name}`, takes: schema.safeParse(IN_SECONDS).success }));
      });
    expect(moments.length).to.be.greaterThan(15);
    expect(moments.filter(({ takes }) => takes).map(({ at }) => at)).to.deep.equal([]);
  });
});
