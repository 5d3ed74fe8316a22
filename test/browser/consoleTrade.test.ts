import { expect } from "chai";
import type { Browser, Locator, Page } from "playwright-core";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { BrandModel } from "#shared/domains/catalog/brand/brand.model.js";
import { createCategory } from "#shared/domains/catalog/index.js";
import { saveLoyaltyConfig } from "#shared/domains/loyalty/index.js";
import type { LoyaltySettings } from "#shared/domains/loyalty/loyaltyConfig.model.js";
import { hashPassword } from "#shared/domains/member/index.js";
import { getCouponTemplate } from "#shared/domains/promotion/index.js";
import { OrderModel } from "#shared/domains/trade/index.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { buildPointActivity } from "#test/factories/activity.js";
import { buildAddress } from "#test/factories/address.js";
import { buildAfterSale, buildOrderPaidAtChannel, decide, reloadAfterSale, ship } from "#test/factories/afterSale.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildUnpaidOrder, orderBody, reloadOrder } from "#test/factories/order.js";
import { givePoints, pointSum } from "#test/factories/points.js";
import { buildCouponTemplate } from "#test/factories/promotion.js";
import { buildShippedOrder, freshLogisticsNo, ZHONGTONG } from "#test/factories/shipment.js";
import { buildBrand, buildSpu, readSku } from "#test/factories/spu.js";
import { buildSourceWithPackage } from "#test/factories/website.js";
import { barriers } from "#test/support/accessibility.js";
import { clickUntil, launchBrowser, openPage, showDots, standsStill, takePicture } from "#test/support/browser.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const password = "set it right 1";

describe("what operators set right at the console, in a real browser", function () {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let url: string;
  let operator: BuiltOperator;

  before(async function () {
    browser = await launchBrowser();
    ({ url } = await startService());
    await seedDelivery();
    operator = await buildOperator(["*"], { passwordHash: await hashPassword(password) });
    ({ page, complaints } = await openPage(browser, {
      locale: "en-US",
      viewport: { width: 1440, height: 900 },
    }));
    await showDots(page, url);
    await go("/brands");
    await page.getByLabel("User name").fill(operator.operator.username);
    await page.getByLabel("Password").fill(password);
    await button("Sign in").click();
    await page.getByRole("table").waitFor();
  });
  after(async () => browser?.close());
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await takePicture(page, `failed-${this.currentTest.title.slice(0, 20)}`);
    expect(complaints.splice(0)).to.deep.equal([]);
  });

  const go = (path: string) => page.goto(`${url}/console${path}`);
  const button = (name: string, within: Page | Locator = page): Locator =>
    within.getByRole("button", { name, exact: true });
  const told = (words: string) => page.getByText(words, { exact: true }).first().waitFor();
  const rowOf = (words: string) => page.locator("tr.ant-table-row").filter({ hasText: words });
  const dialogOf = (title: string) => page.getByRole("dialog").filter({ hasText: title });
  async function expectNoBarrier(name: string): Promise<void> {
    expect(await barriers(page), name).to.deep.equal([]);
  }

  it("corrects the number of a parcel that is on its way, in the form of its carrier alone", async () => {
    const { order } = await buildShippedOrder();
    const corrected = freshLogisticsNo();
    await go(`/orders/${order._id}`);
    await button("Edit tracking").click();
    const dialog = dialogOf("Carrier");
    const number = dialog.getByLabel("Tracking number");
    expect(await number.inputValue()).to.equal(order.logisticsNo);
    await number.fill("no number");
    await button("Edit tracking", dialog).click();
    await dialog.getByText("Not a valid").first().waitFor();
    await number.fill(corrected);
    await expectNoBarrier("parcel");
    await button("Edit tracking", dialog).click();
    await told("Tracking updated");
    await page.getByText(corrected).first().waitFor();
    const now = await OrderModel.findById(order._id).orFail().lean();
    expect(now).to.include({ logisticsId: ZHONGTONG, logisticsNo: corrected, status: 20 });
  });

  it("cancels an unpaid order with a reason, asked once more", async () => {
    const { order, items } = await buildUnpaidOrder();
    const { stock } = await readSku(items[0]!.skuId);
    await go(`/orders/${order._id}`);
    await button("Cancel order").click();
    const dialog = dialogOf("Reason (not visible to the member)");
    await dialog.getByLabel("Reason").fill("ordered twice");
    await button("Cancel order", dialog).click();
    await button("Cancel order", dialogOf(`Cancel order ${order.no}?`)).click();
    await told("Order cancelled");
    expect((await OrderModel.findById(order._id).orFail().lean()).status).to.equal(40);
    expect((await readSku(items[0]!.skuId)).stock).to.equal(stock + items[0]!.count);
  });

  it("refunds an order that was paid with points alone: ¥0.00, and the points come back", async () => {
    const loyalty: LoyaltySettings = { deductEnabled: true, fenPerPoint: 1, maxPoints: null, pointsPerYuan: 1 };
    await saveLoyaltyConfig(loyalty);
    try {
      const { skuId, input } = await buildPointActivity({ goods: { point: 100, priceFen: 0, stock: 5 } });
      const { member, client } = await buildMember();
      const { _id: addressId } = await buildAddress(member._id);
      await givePoints(member._id, 150);
      const body = orderBody(skuId, addressId, { ...input, pointStatus: true });
      const { code, msg, data } = await client.post("/app-api/trade/order/create", body);
      expect(code, msg).to.equal(0);
      await go(`/orders/${data.id}`);
      await button("Refund").click();
      const dialog = dialogOf("No amount is left to refund");
      await dialog.getByLabel("Reason").fill("out of stock after all");
      await button("Refund", dialog).click();
      await button("Refund", dialogOf("Refund ¥0.00 to the member?")).click();
      await told("Refund submitted");
      await runJobs();
      expect((await reloadOrder(data.id)).order).to.include({ status: 40, refundPriceFen: 0, refundPoint: 100 });
      expect(await pointSum(member._id)).to.equal(150);
    } finally {
      await saveLoyaltyConfig({ ...loyalty, deductEnabled: false });
    }
  });

  it("approves a return with the address that it goes to, and takes a yes back with a reason", async () => {
    const reply = await operator.client.post("/admin-api/trade/return-address/create", {
      name: "Returns desk",
      mobile: "13800138000",
      areaId: 330106,
      detailAddress: "1 Wensan Road",
    });
    expect(reply.code, reply.msg).to.equal(0);
    await go("/setup/return-addresses");
    await rowOf("1 Wensan Road").getByText("Returns desk").waitFor();
    await expectNoBarrier("return addresses");
    const id = await buildAfterSale(await buildShippedOrder(), { way: 20 });
    await go(`/after-sales/${id}`);
    await button("Approve").click();
    const dialog = dialogOf("Return address");
    await dialog.getByLabel("Return address (visible to the member)").waitFor();
    await expectNoBarrier("approve");
    await button("Approve", dialog).click();
    await told("Saved");
    await page.getByText("1 Wensan Road, Returns desk").first().waitFor();
    expect((await reloadAfterSale(id)).returnAddress).to.include({ name: "Returns desk" });
    await operator.client.delete(`/admin-api/trade/return-address/delete?id=${reply.data}`);
    const mistake = await buildAfterSale(await buildOrderPaidAtChannel());
    await decide(operator, "agree", mistake);
    await go(`/after-sales/${mistake}`);
    await button("Reject").click();
    const why = dialogOf("Reason (visible to the member)");
    await why.getByLabel("Reason").fill("agreed by mistake");
    // While it is still coming up, it hears no click.
    await standsStill(page);
    await button("Reject", why).click();
    await told("Saved");
    expect(await reloadAfterSale(mistake)).to.include({ status: 62, auditReason: "agreed by mistake" });
  });

  it("receives goods that cannot be sold again, and shows what is refunded of the item", async () => {
    const built = await buildOrderPaidAtChannel();
    await ship(operator, built.order._id);
    const id = await buildAfterSale(built, { way: 20 });
    await decide(operator, "agree", id);
    const sent = { id, logisticsId: ZHONGTONG, logisticsNo: freshLogisticsNo() };
    const reply = await built.client.post("/app-api/trade/after-sale/delivery", sent);
    expect(reply.code, reply.msg).to.equal(0);
    await go(`/after-sales/${id}`);
    await page.getByText("Item refunded").waitFor();
    await button("Mark as received").click();
    const dialog = dialogOf("Restock items");
    const restock = dialog.getByLabel("Restock items");
    expect(await restock.getAttribute("aria-checked")).to.equal("true");
    await clickUntil(dialog.locator('[role=switch][aria-checked="false"]'), () => restock.click());
    await expectNoBarrier("receive");
    await button("Mark as received", dialog).click();
    await told("Saved");
    expect(await reloadAfterSale(id)).to.include({ status: 40, restock: false });
    await page.getByText("Restocked").waitFor();
  });

  it("changes a coupon into one that makes its goods free only when that is meant", async () => {
    const { spuId } = await buildSpu();
    const name = `Free ${spuId}`;
    const id = await buildCouponTemplate({ name, usePriceFen: 5_000, productScope: 2, scopeValues: [spuId] });
    const discount = async () => (await getCouponTemplate(id)).discountFen;
    await go(`/promotion/coupon-templates?name=${encodeURIComponent(name)}`);
    await button("Edit", rowOf(name)).click();
    const form = dialogOf("Edit: Coupon templates");
    await form.getByLabel("Amount off (¥)").fill("50");
    const question = dialogOf("This looks unusual. Continue anyway?");
    await button("Save", form).click();
    await question.waitFor();
    await expectNoBarrier("question");
    await takePicture(page, "unusual");
    await button("Go back", question).click();
    await question.waitFor({ state: "hidden" });
    expect(await discount()).to.equal(1_000);
    await button("Save", form).click();
    await button("Continue anyway", question).click();
    await told("Saved");
    expect(await discount()).to.equal(5_000);
  });

  it("brings a deleted brand back, and finds that in the audit log by its type", async () => {
    const id = await buildBrand();
    const { name } = await BrandModel.findById(id).orFail().lean();
    const reply = await operator.client.delete(`/admin-api/product/brand/delete?id=${id}`);
    expect(reply.code, reply.msg).to.equal(0);
    await go("/operations/recycle?kind=brand");
    await rowOf(name).getByText(operator.operator.nickname).waitFor();
    await expectNoBarrier("recycle");
    await takePicture(page, "recycle");
    await button("Restore", rowOf(name)).click();
    await button("Yes").click();
    await told("Restored");
    await rowOf(name).waitFor({ state: "detached" });
    expect((await BrandModel.findById(id).lean())?.name).to.equal(name);
    const log = await OperationLogModel.findOne({ bizId: String(id), action: /delete/ })
      .orFail()
      .lean();
    await go(`/audit/operations?operateType=3&bizId=${id}&operatorId=${operator.operator._id}`);
    await rowOf(log.action).getByText("Delete", { exact: true }).waitFor();
    await go(`/audit/operations?operateType=1&bizId=${id}&operatorId=${operator.operator._id}`);
    await page.getByText("No results", { exact: true }).waitFor();
  });

  it("follows a product's stock, a package's downloads and a member's addresses", async () => {
    const { spu, spuId, skuIds } = await buildSpu();
    const change = { skuId: skuIds[0], change: 7, reason: "counted again" };
    const reply = await operator.client.put("/admin-api/product/sku/update-stock", change);
    expect(reply.code, reply.msg).to.equal(0);
    await go(`/products?p.id=${spuId}`);
    await button("Stock", rowOf(spu.name)).click();
    await page.getByRole("link", { name: "Stock movements" }).last().click();
    const moved = rowOf("counted again");
    await moved.getByText("+7").waitFor();
    expect(await moved.innerText())
      .to.include("Manual adjustment")
      .and.to.include(spu.name);
    await button("Export CSV").waitFor();
    await expectNoBarrier("stock movements");

    const [sourceId] = await buildSourceWithPackage({ version: "3.1.4" });
    const { member, client } = await buildMember();
    await client.get(`/app-api/website/source/${sourceId}/download`);
    await runJobs();
    await go(`/website/downloads?sourceId=${sourceId}`);
    await rowOf("3.1.4").getByRole("link", { name: member.nickname }).waitFor();
    await expectNoBarrier("download log");

    const { name, detailAddress } = await buildAddress(member._id);
    await go(`/members/${member._id}?of=addresses`);
    await rowOf(name).getByText(detailAddress).waitFor();
    await expectNoBarrier("addresses");
  });

  it("finds a category that was typed before the list of them had come", async () => {
    const [over, under] = [`Over ${operator.operator._id}`, `Under ${operator.operator._id}`];
    await createCategory({ name: under, parentId: await createCategory({ name: over, parentId: 0 }) });
    let come = (): void => {};
    const mayCome = new Promise<void>((resolve) => (come = resolve));
    const list = "**/admin-api/product/category/list*";
    await page.route(list, async (route) => {
      await mayCome;
      await route.continue();
    });
    await go("/products/new");
    await page.getByLabel("Category", { exact: true }).fill(under);
    await page.locator(".ant-empty:visible").first().waitFor();
    come();
    await page.locator(".ant-select-tree-title").filter({ hasText: under }).waitFor();
    await page.unroute(list);
  });
});
