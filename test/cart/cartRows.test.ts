import { expect } from "chai";
import { CartRowModel } from "#shared/domains/cart/cartRow.model.js";
import { findCartRows } from "#shared/domains/cart/index.js";
import { removeCartRows } from "#shared/domains/cart/cartRow.queries.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { buildCartRow } from "#test/factories/cart.js";
import { buildMember } from "#test/factories/member.js";

describe("cart rows, as an order takes them", () => {
  it("others read and remove only the member's own rows, within their transaction", async () => {
    const memberId = (await buildMember()).member._id;
    const own = await buildCartRow(memberId, { count: 2 });
    const foreign = await buildCartRow((await buildMember()).member._id);
    const ids = [own.cartId, foreign.cartId, 999_999_999];
    expect(await findCartRows(memberId, ids)).to.deep.equal([{ _id: own.cartId, skuId: own.skuId, count: 2 }]);
    await inTransaction(async () => {
      await removeCartRows(memberId, ids);
      throw new Error("taken back");
    }).catch(() => undefined);
    expect(await CartRowModel.countDocuments({ _id: { $in: ids } })).to.equal(2);
    await removeCartRows(memberId, ids);
    await removeCartRows(memberId, ids);
    expect(await CartRowModel.countDocuments({ _id: { $in: ids } })).to.equal(1);
  });
});
