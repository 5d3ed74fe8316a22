import { expect } from "chai";
import { CartRowModel } from "#shared/domains/cart/cartRow.model.js";
import { OrderModel } from "#shared/domains/trade/index.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { buildCartRow } from "#test/factories/cart.js";
import { buildMember } from "#test/factories/member.js";
import { buildBuyer, orderBody } from "#test/factories/order.js";
import { buildSpu, readSku } from "#test/factories/spu.js";
import { startService } from "#test/support/service.js";

const CREATE = "/app-api/trade/order/create";
const NOT_ORDERABLE = 1011002001;

describe("ordering rows of the cart", () => {
  before(async () => {
    await startService();
    await seedDelivery();
  });

  const ordersOf = (memberId: number): Promise<number> => OrderModel.countDocuments({ memberId });

  it("takes a row once: a second order of it is refused and takes nothing", async () => {
    const buyer = await buildBuyer();
    const { skuId, cartId } = await buildCartRow(buyer.member._id, { count: 2 });
    const body = orderBody(skuId, buyer.addressId, { items: [{ skuId, count: 2, cartId }] });
    expect((await buyer.client.post(CREATE, body)).code).to.equal(0);
    const again = await buyer.client.post(CREATE, body);
    expect([again.status, again.code, again.data]).to.deep.equal([200, NOT_ORDERABLE, null]);
    expect(again.msg).to.match(/^items\.0\.cartId: /);
    expect((await buyer.client.with({ "accept-language": "zh" }).post(CREATE, body)).msg).to.match(
      /^items\.0\.cartId：/,
    );
    expect(await ordersOf(buyer.member._id)).to.equal(1);
    expect(await readSku(skuId)).to.include({ stock: 98, reserved: 2 });
  });

  it("makes one order of several taps at the same moment", async () => {
    const buyer = await buildBuyer();
    const first = await buildCartRow(buyer.member._id);
    const second = await buildCartRow(buyer.member._id);
    const line = ({ skuId, cartId }: typeof first, count: number) => ({ skuId, count, cartId });
    // Orders of one row beside another line wait for different SKUs, so that they really run at once.
    const bodies = [[line(first, 1)], [line(first, 1), line(second, 1)], [line(second, 1)]].map((items) =>
      orderBody(first.skuId, buyer.addressId, { items }),
    );
    const replies = await Promise.all([...bodies, ...bodies].map((body) => buyer.client.post(CREATE, body)));
    expect(new Set(replies.map(({ code }) => code))).to.deep.equal(new Set([0, NOT_ORDERABLE]));
    for (const { skuId, cartId } of [first, second]) {
      expect((await readSku(skuId)).reserved).to.equal(1);
      expect(await CartRowModel.exists({ _id: cartId })).to.equal(null);
    }
  });

  it("refuses a row of another variant, of another member, a gone one and one that is named twice", async () => {
    const buyer = await buildBuyer();
    const own = await buildCartRow(buyer.member._id);
    const theirs = await buildCartRow((await buildMember()).member._id);
    const loose = (await buildSpu()).skuIds[0]!;
    const order = (...items: object[]) => buyer.client.post(CREATE, orderBody(loose, buyer.addressId, { items }));
    const wrong: [string, object[]][] = [
      ["items.0.cartId", [{ skuId: loose, count: 1, cartId: own.cartId }]],
      [
        "items.1.cartId",
        [
          { skuId: loose, count: 1 },
          { skuId: theirs.skuId, count: 1, cartId: theirs.cartId },
        ],
      ],
      ["items.0.cartId", [{ skuId: own.skuId, count: 1, cartId: 987_654_321 }]],
      [
        "items.1.cartId",
        [
          { skuId: own.skuId, count: 1, cartId: own.cartId },
          { skuId: own.skuId, count: 1, cartId: own.cartId },
        ],
      ],
    ];
    for (const [field, items] of wrong) {
      const { code, msg } = await order(...items);
      expect([code, msg.split(": ")[0]]).to.deep.equal([NOT_ORDERABLE, field]);
    }
    const replies = [
      await order(...wrong[1]![1]),
      await order({ skuId: loose, count: 1 }, { skuId: loose, count: 1, cartId: 987_654_321 }),
    ];
    expect(replies[0]!.msg).to.equal(replies[1]!.msg);
    expect(await ordersOf(buyer.member._id)).to.equal(0);
    expect(await CartRowModel.countDocuments({ _id: { $in: [own.cartId, theirs.cartId] } })).to.equal(2);
    for (const skuId of [own.skuId, theirs.skuId, loose]) expect((await readSku(skuId)).reserved).to.equal(0);
  });

  it("takes the row whole, also when fewer or more are ordered", async () => {
    const buyer = await buildBuyer();
    const { skuId, cartId } = await buildCartRow(buyer.member._id, { count: 3 });
    const items = [{ skuId, count: 5, cartId }];
    expect((await buyer.client.post(CREATE, orderBody(skuId, buyer.addressId, { items }))).code).to.equal(0);
    expect(await CartRowModel.exists({ _id: cartId })).to.equal(null);
    expect((await readSku(skuId)).reserved).to.equal(5);
  });
});
