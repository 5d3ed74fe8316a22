import { expect } from "chai";
import type { Browser, Locator, Page } from "playwright-core";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { OrderItemModel, OrderModel } from "#shared/domains/trade/index.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildPaidOrder, copyOrder, reloadOrder } from "#test/factories/order.js";
import { freshLogisticsNo, ZHONGTONG } from "#test/factories/shipment.js";
import { launchBrowser, openPage, showDots, signInPage, standsStill, takePicture } from "#test/support/browser.js";
import { startService } from "#test/support/service.js";

/** Longer than until a list looks for news, or a page reads its order again. */
const LOOKS_AGAIN_MS = 16_000;
const ORDERS = "/admin-api/trade/order/";
/** Without motion, whose end would not come by a clock that is set forward. */
const look = { locale: "en-US", viewport: { width: 1_440, height: 900 }, reducedMotion: "reduce" } as const;

describe("the console where others work too, in a real browser", function () {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let url: string;
  let mine: BuiltOperator;
  let other: BuiltOperator;

  before(async function () {
    browser = await launchBrowser();
    ({ url } = await startService());
    await seedDelivery();
    [mine, other] = [await buildOperator(["*"]), await buildOperator(["*"], { nickname: "Bo Chen" })];
  });
  after(async () => browser?.close());
  beforeEach(async () => {
    ({ page, complaints } = await openPage(browser, look));
    await page.clock.install();
    await showDots(page, url);
    await signInPage(page, url, mine.operator._id);
  });
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await takePicture(page, `failed-${this.currentTest.title.slice(0, 20)}`);
    expect(complaints.splice(0)).to.deep.equal([]);
    await page.context().close();
  });

  const go = (path: string) => page.goto(`${url}/console${path}`);
  const button = (name: string | RegExp, within: Page | Locator = page): Locator =>
    within.getByRole("button", { name, exact: typeof name === "string" });
  const rows = (): Locator => page.locator("tr.ant-table-row");
  /** Until the browser has read this path once more. */
  async function readAgain(path: string): Promise<void> {
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === path);
    await page.clock.fastForward(LOOKS_AGAIN_MS);
    await (await answered).finished();
  }

  it("a list tells of an order that has come, and shows it when that is wanted", async () => {
    const owner = await buildMember();
    await buildPaidOrder({ owner });
    await go(`/orders?userId=${owner.member._id}`);
    await rows().first().waitFor();
    await buildPaidOrder({ owner });
    await page.clock.fastForward(LOOKS_AGAIN_MS);
    const news = button("1 new: show");
    await news.waitFor();
    await takePicture(page, "orders-news");
    expect(await rows().count()).to.equal(1);
    await news.click();
    await rows().nth(1).waitFor();
    await news.waitFor({ state: "hidden" });
  });

  it("an order that has left its list, and the next page's that has moved up, are no news", async () => {
    const owner = await buildMember();
    const copies = await copyOrder(await buildPaidOrder({ owner }), 24);
    await go(`/orders?userId=${owner.member._id}&status=10`);
    await rows().nth(19).waitFor();
    await OrderModel.updateOne({ _id: copies.at(-3)! }, { $set: { status: 20 } });
    await readAgain(`${ORDERS}page`);
    await button("Refresh").waitFor();
    expect(await button(/new: show/).count()).to.equal(0);
    await OrderModel.deleteMany({ _id: { $in: copies } });
    await OrderItemModel.deleteMany({ orderId: { $in: copies } });
  });

  it("an order's page tells what another operator does to it, and an older form is refused with who changed it", async () => {
    const { order } = await buildPaidOrder();
    await go(`/orders/${order._id}`);
    await button("Edit address").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Wang Fang");
    const address = { receiverName: "Han Mei", receiverMobile: "13812345678", receiverAreaId: order.receiverAreaId };
    const changed = await other.client.put(`${ORDERS}update-address`, {
      id: order._id,
      ...address,
      receiverDetailAddress: "Gate 2",
    });
    expect(changed.code, changed.msg).to.equal(0);
    await button("Edit address", dialog).click();
    await page.getByText(/Bo Chen has changed this since you opened it .*receiverMobile/).waitFor();
    expect(await dialog.getByLabel("Name").inputValue()).to.equal("Wang Fang");
    expect((await reloadOrder(order._id)).order.receiverMobile).to.equal(address.receiverMobile);
    complaints.length = 0;
    await dialog.getByLabel("Name").press("Escape");
    await button("Leave").waitFor();
    await standsStill(page);
    await button("Leave").click();
    await dialog.first().waitFor({ state: "hidden" });

    const parcel = { logisticsId: ZHONGTONG, logisticsNo: freshLogisticsNo() };
    expect((await other.client.put(`${ORDERS}delivery`, { id: order._id, ...parcel })).code).to.equal(0);
    await page.clock.fastForward(LOOKS_AGAIN_MS);
    await page.getByText(/Bo Chen is working on this order too: .*Shipped/).waitFor();
    await takePicture(page, "order-changed");
    // What it says now is what the other one did.
    await button("Edit tracking").click();
    await page.getByRole("dialog").locator(`input[value="${parcel.logisticsNo}"]`).waitFor();
  });
});
