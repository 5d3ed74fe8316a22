import { expect } from "chai";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { buildAfterSale } from "#test/factories/afterSale.js";
import { buildMember, type BuiltMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildPaidOrder, type BuiltOrder } from "#test/factories/order.js";
import { freshLogisticsNo, ZHONGTONG } from "#test/factories/shipment.js";
import { stranger, type Client, type Reply } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const ABSENT = 999_999_999;
const ORDER = "/app-api/trade/order";
const AFTER_SALE = "/app-api/trade/after-sale";
const ADMIN = "/admin-api/trade";
const review = { anonymous: false, descriptionScores: 5, benefitScores: 5, content: "好" };
const apply = { way: 10, refundPrice: 100, applyReason: "x" };
const parcel = { logisticsId: ZHONGTONG, logisticsNo: freshLogisticsNo() };

type Call = (client: Client, id: unknown) => Promise<Reply>;
const post =
  (path: string, more: object = {}, field = "id"): Call =>
  (client, id) =>
    client.post(path, { [field]: id, ...more });
const get =
  (path: string): Call =>
  (client, id) =>
    client.get(`${path}?id=${Array.isArray(id) ? "1&id=2" : String(id)}`);
const put =
  (path: string, more: object = {}): Call =>
  (client, id) =>
    client.put(`${ADMIN}/${path}`, { id, ...more });

/** Of a member: the call, what its id is of, the code of an absent one, and its success data's kind. */
const ofMembers: [string, Call, "order" | "item" | "afterSale", number, false | null, string?][] = [
  ["getOrderDetail", get(`${ORDER}/getOrderDetail`), "order", 1011000011, null],
  ["cancel", post(`${ORDER}/cancel`), "order", 1011000011, false],
  ["delete", post(`${ORDER}/delete`), "order", 1011000011, false],
  ["receive", post(`${ORDER}/receive`), "order", 1011000011, false],
  ["getOrderExpressTrackList", post(`${ORDER}/getOrderExpressTrackList`), "order", 1011000011, null],
  ["item/get", post(`${ORDER}/item/get`), "item", 1011000010, null],
  [
    "review",
    post(`${ORDER}/item/createOrderItemComment`, review, "orderItemId"),
    "item",
    1011000010,
    null,
    "orderItemId",
  ],
  ["after-sale/create", post(`${AFTER_SALE}/create`, apply, "orderItemId"), "item", 1011000010, null, "orderItemId"],
  ["after-sale/get", post(`${AFTER_SALE}/get`), "afterSale", 1011000100, null],
  ["after-sale/get by query", get(`${AFTER_SALE}/get`), "afterSale", 1011000100, null],
  ["after-sale/cancel", post(`${AFTER_SALE}/cancel`), "afterSale", 1011000100, false],
  ["after-sale/delivery", post(`${AFTER_SALE}/delivery`, parcel), "afterSale", 1011000100, false],
];

const receiver = {
  receiverName: "Li Lei",
  receiverMobile: "13800002222",
  receiverAreaId: 110101,
  receiverDetailAddress: "1",
};
const ofOperators: [string, Call, number][] = [
  ["delivery", put("order/delivery", { logisticsId: ZHONGTONG, logisticsNo: freshLogisticsNo() }), 1011000011],
  ["pick-up-by-id", put("order/pick-up-by-id"), 1011000011],
  ["update-remark", put("order/update-remark", { remark: "x" }), 1011000011],
  ["update-price", put("order/update-price", { adjustPrice: 1 }), 1011000011],
  ["update-address", put("order/update-address", receiver), 1011000011],
  ["update-expire", put("order/update-expire", { payExpireTime: 1_700_000_000_000 }), 1011000011],
  ["refund", put("order/refund", { refundPrice: 1, reason: "x" }), 1011000011],
  ["get-detail", get(`${ADMIN}/order/get-detail`), 1011000011],
  ["get-express-track-list", get(`${ADMIN}/order/get-express-track-list`), 1011000011],
  ["after-sale/get-detail", get(`${ADMIN}/after-sale/get-detail`), 1011000100],
  ["after-sale/agree", put("after-sale/agree"), 1011000100],
  ["after-sale/disagree", put("after-sale/disagree", { auditReason: "x" }), 1011000100],
  ["after-sale/receive", put("after-sale/receive"), 1011000100],
  ["after-sale/refuse", put("after-sale/refuse", { refuseMemo: "x" }), 1011000100],
  ["after-sale/refund", put("after-sale/refund"), 1011000100],
];

/** No id at all, of the wrong kind, out of range, or not written as the interface writes numbers. */
const noIds = [undefined, null, "", 0, -1, 1.5, "01", "1e3", "x", 2 ** 53, [1], true];

describe("a hostile client of trade", () => {
  let owner: BuiltOrder;
  let other: BuiltMember;
  let operator: BuiltOperator;
  let ids: Record<"order" | "item" | "afterSale", number>;
  before(async () => {
    await startService();
    await seedDelivery();
    owner = await buildPaidOrder();
    other = await buildMember();
    operator = await buildOperator(["*"]);
    ids = { order: owner.order._id, item: owner.items[0]!._id, afterSale: await buildAfterSale(owner) };
  });
  after(() => runJobs());

  for (const [name, call, kind, code, data, field = "id"] of ofMembers)
    it(`${name}: somebody else's is as absent as an absent one; no odd id; no stranger`, async () => {
      const [foreign, absent] = [await call(other.client, ids[kind]), await call(other.client, ABSENT)];
      expect([foreign.status, foreign.code, foreign.data]).to.deep.equal([200, code, data]);
      expect([absent.status, absent.code, absent.data, absent.msg]).to.deep.equal([200, code, data, foreign.msg]);
      for (const id of noIds) {
        const reply = await call(owner.client, id);
        expect([reply.status, reply.msg.split(/[:.]/)[0]], String(id)).to.deep.equal([400, field]);
      }
      expect((await call(stranger, ids[kind])).status).to.equal(401);
      expect((await call(operator.client, ids[kind])).status, "another kind of token").to.equal(401);
    });

  for (const [name, call, code] of ofOperators)
    it(`operators' ${name}: an absent one by its code; no odd id; nobody without the permission`, async () => {
      const absent = await call(operator.client, ABSENT);
      expect([absent.status, absent.code]).to.deep.equal([200, code]);
      for (const id of noIds) {
        const reply = await call(operator.client, id);
        expect([reply.status, reply.msg.split(/[:.]/)[0]], String(id)).to.deep.equal([400, "id"]);
      }
      expect((await call(stranger, ids.order)).status).to.equal(401);
      expect((await call(owner.client, ids.order)).status, "another kind of token").to.equal(401);
      expect((await call((await buildOperator(["x:y:z"])).client, ids.order)).status).to.equal(403);
    });

  it("cannot act in another member's name, whatever the call", async () => {
    const theirs = { userId: owner.member._id };
    for (const [path, body] of [
      ["settlement", { items: [{ skuId: 1, count: 1 }] }],
      ["create", { items: [{ skuId: 1, count: 1 }], pointStatus: false }],
      ["page", { pageNo: 1, pageSize: 10 }],
      ["cancel", { id: ids.order }],
      ["receive", { id: ids.order }],
      ["item/get", { id: ids.item }],
    ] as const) {
      const reply = await other.client.post(`${ORDER}/${path}`, { ...body, ...theirs });
      expect([reply.status, reply.code], path).to.deep.equal([403, 403]);
    }
    expect((await other.client.post(`${AFTER_SALE}/page`, theirs)).status).to.equal(403);
    expect(
      (await other.client.get(`${ORDER}/getOrderDetail?id=${ids.order}&userId=${owner.member._id}`)).status,
    ).to.equal(403);
  });

  it("is told which text is too long, too short or holds what it must not", async () => {
    const long = (length: number): string => "x".repeat(length + 1);
    const faults: [Reply, string][] = [
      [
        await owner.client.post(`${ORDER}/create`, {
          receiverName: long(50),
          items: [{ skuId: 1, count: 1 }],
          pointStatus: false,
        }),
        "receiverName",
      ],
      [
        await owner.client.post(`${ORDER}/create`, {
          receiverMobile: "12345",
          items: [{ skuId: 1, count: 1 }],
          pointStatus: false,
        }),
        "receiverMobile",
      ],
      [
        await owner.client.post(`${ORDER}/create`, {
          remark: "a\u0000b",
          items: [{ skuId: 1, count: 1 }],
          pointStatus: false,
        }),
        "remark",
      ],
      [
        await owner.client.post(`${ORDER}/create`, {
          items: Array.from({ length: 101 }, () => ({ skuId: 1, count: 1 })),
          pointStatus: false,
        }),
        "items",
      ],
      [
        await owner.client.post(`${ORDER}/create`, { items: [{ skuId: 1, count: 1_000_001 }], pointStatus: false }),
        "items",
      ],
      [
        await owner.client.post(`${ORDER}/item/createOrderItemComment`, {
          ...review,
          orderItemId: ids.item,
          content: long(1_000),
        }),
        "content",
      ],
      [
        await owner.client.post(`${AFTER_SALE}/create`, { ...apply, orderItemId: ids.item, applyReason: long(200) }),
        "applyReason",
      ],
      [
        await owner.client.post(`${AFTER_SALE}/create`, {
          ...apply,
          orderItemId: ids.item,
          applyDescription: long(500),
        }),
        "applyDescription",
      ],
      [
        await owner.client.post(`${AFTER_SALE}/delivery`, { id: ids.afterSale, ...parcel, logisticsNo: long(64) }),
        "logisticsNo",
      ],
      [await operator.client.put(`${ADMIN}/order/update-remark`, { id: ids.order, remark: long(500) }), "remark"],
      [
        await operator.client.put(`${ADMIN}/order/refund`, { id: ids.order, refundPrice: 1, reason: long(200) }),
        "reason",
      ],
      [
        await operator.client.put(`${ADMIN}/order/refund`, { id: ids.order, refundPrice: "1", reason: "x" }),
        "refundPrice",
      ],
      [
        await operator.client.put(`${ADMIN}/order/refund`, { id: ids.order, refundPrice: -1, reason: "x" }),
        "refundPrice",
      ],
      [
        await operator.client.put(`${ADMIN}/order/delivery`, { id: ids.order, logisticsId: 1, logisticsNo: "<b>" }),
        "logisticsNo",
      ],
      [
        await operator.client.put(`${ADMIN}/order/pick-up-by-verify-code`, { pickUpVerifyCode: "" }),
        "pickUpVerifyCode",
      ],
      [
        await operator.client.put(`${ADMIN}/order/pick-up-by-verify-code`, { pickUpVerifyCode: { $ne: "" } }),
        "pickUpVerifyCode",
      ],
      [
        await operator.client.put(`${ADMIN}/after-sale/disagree`, { id: ids.afterSale, auditReason: " " }),
        "auditReason",
      ],
      [
        await operator.client.put(`${ADMIN}/after-sale/refuse`, { id: ids.afterSale, refuseMemo: long(200) }),
        "refuseMemo",
      ],
    ];
    for (const [reply, field] of faults)
      expect([reply.status, reply.msg.split(/[:.]/)[0]], field).to.deep.equal([400, field]);
  });
});
