import { expect } from "chai";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { config } from "#shared/kernel/config/config.js";
import { seedShop } from "#scripts/seed/seedShop.js";
import { barriers } from "#test/support/accessibility.js";
import { launchBrowser, openPage, takePicture } from "#test/support/browser.js";
import { startService } from "#test/support/service.js";

/** Browsers also report the 400 of a form that is sent empty on purpose. */
const isSurprise = (complaint: string): boolean => !complaint.includes("status of 400");
/** A picture of the page as it is now, and no barrier in it. */
type Look = (name: string) => Promise<void>;
/** A purchase from sign-in to "paid" takes a member no more than these. */
const MOST_TAPS = 12;

const words = {
  en: {
    signIn: "Sign in",
    search: "Search",
    add: "Add to cart",
    inCart: /In the cart/,
    checkOut: "Check out",
    points: /Pay with points/,
    pointsOff: /^Points \([1-9]/,
    place: "Place the order",
    pay: /^Pay ¥/,
    paid: "Paid",
    seeOrder: "See the order",
    take: /^Take /,
    coupon: "Coupon",
    ship: /^Ship it/,
    moves: /parcel moves/,
    door: /at the door/,
    received: "I have received it",
    review: "Review",
    send: "Send",
    refund: "Ask for a refund",
    apply: "Apply",
    agree: /^Agree/,
    giveBack: /^Refund,/,
    refunded: "Refunded",
  },
  zh: {
    signIn: "登录",
    search: "搜索",
    add: "加入购物车",
    inCart: /已加入/,
    checkOut: "去结算",
    points: /使用积分/,
    pointsOff: /^积分抵扣（[1-9]/,
    place: "提交订单",
    pay: /^支付 ¥/,
    paid: "支付成功",
    seeOrder: "查看订单",
    take: /^领取 /,
    coupon: "优惠券",
    ship: /身份发货/,
    moves: /包裹在途/,
    door: /已送达/,
    received: "确认收货",
    review: "评价",
    send: "发布",
    refund: "申请售后",
    apply: "提交申请",
    agree: /同意售后/,
    giveBack: /身份退款/,
    refunded: "已退款",
  },
} as const;

const windows: [name: string, language: keyof typeof words, options: BrowserContextOptions][] = [
  ["phone", "en", { locale: "en-US", viewport: { width: 375, height: 812 } }],
  ["phone", "zh", { locale: "zh-CN", viewport: { width: 375, height: 812 } }],
  ["wide", "en", { locale: "en-US", viewport: { width: 1440, height: 900 } }],
  ["wide", "zh", { locale: "zh-CN", viewport: { width: 1440, height: 900 } }],
];

describe("the storefront, in a real browser", function () {
  let browser: Browser;
  let url: string;

  before(async function () {
    this.timeout(120_000);
    browser = await launchBrowser();
    ({ url } = await startService());
    Object.assign(config, { RETURN_URLS: [url], MEDIA_BASE_URL: `${url}/media` });
    await seedShop({ ifEmpty: true });
  });
  after(async () => browser?.close());

  const button = (page: Page, name: string | RegExp) =>
    page.getByRole("button", { name, exact: typeof name === "string" });
  const link = (page: Page, name: string | RegExp) => page.getByRole("link", { name }).first();

  /** The job stands in the panel, and is done. */
  const isDone = (page: Page, job: string): Promise<void> =>
    page.locator(`.timeline li[data-job="${job}"].done`).first().waitFor();

  /** The same order in a wide window, which has the panel. */
  async function besideOf(page: Page): Promise<Page> {
    const beside = await page.context().newPage();
    await beside.setViewportSize({ width: 1440, height: 900 });
    await beside.goto(page.url());
    return beside;
  }

  /**
   * Shipped, tracked, received, reviewed, given back: the panel plays the shop and the courier, and shows the jobs. A
   * phone has none: it is on a page of its own.
   */
  async function afterwards(
    page: Page,
    panel: Page,
    say: (typeof words)[keyof typeof words],
    look: Look,
  ): Promise<void> {
    for (const job of ["pay.handleCallback", "trade.markOrderPaid", "pay.deliverNotify"]) await isDone(panel, job);
    await button(panel, say.ship).click();
    await isDone(panel, "trade.subscribeParcel");
    await button(panel, say.moves).click();
    await page.locator(".track p").first().waitFor();
    await button(panel, say.door).click();
    await page.locator(".track p").nth(1).waitFor();
    await look("tracked");
    await button(page, say.received).click();
    await link(page, say.review).click();
    await button(page, say.send).click();
    const wrong = page.locator(".field .wrong");
    await wrong.waitFor();
    await look("refused");
    expect(await page.getByRole("textbox").getAttribute("aria-describedby")).to.equal(await wrong.getAttribute("id"));
    await page.getByRole("textbox").fill("Pours well, feels warm 好用");
    await button(page, say.send).click();
    await link(page, say.refund).click();
    await button(page, say.apply).click();
    await button(panel, say.agree).click();
    await button(panel, say.giveBack).click();
    await page.getByRole("heading", { name: say.refunded, exact: true }).waitFor({ timeout: 60_000 });
    await isDone(panel, "pay.refundAtChannel");
    await look("refunded");
  }

  // First, as the walks below spend the points.
  it("has every kind of offer, lives, messages and the member's own pages, on a phone, in Chinese", async function () {
    this.timeout(120_000);
    const { page, complaints } = await openPage(browser, windows[1]![2]);
    const open = async (path: string, shown: string): Promise<void> => {
      await page.goto(`${url}/shop${path}`);
      await page.locator(shown).first().waitFor();
      await takePicture(page, `storefront-${path.split("/").at(-1)}`);
      expect(await barriers(page), path).to.deep.equal([]);
    };
    await page.goto(`${url}/shop`);
    await button(page, "登录").click();
    await page.locator("a.card").first().waitFor();
    await open("/", "a.card");
    await open("/offers", "main:not(:has(.waiting)) article.offer");
    for (const act of ["立即抢购", "发起拼团", "兑换"]) {
      await page.goto(`${url}/shop/offers`);
      await button(page, act).first().click();
      await page.locator(".sums").getByText("商品金额").waitFor();
      await button(page, "提交订单").click();
      await button(page, /^支付 ¥/).waitFor();
    }
    await page.goto(`${url}/shop/offers`);
    await button(page, "去砍价").click();
    await page.locator("progress").waitFor();
    await takePicture(page, "storefront-bargain");
    expect(await barriers(page), "bargain").to.deep.equal([]);
    await open("/lives", "a.live");
    await page.locator("a.live").first().click();
    await page.locator("a.card").first().waitFor();
    await takePicture(page, "storefront-live");
    expect(await barriers(page), "live").to.deep.equal([]);
    await open("/messages", "article.review");
    await open("/me", ".counts");
    await open("/orders", "a.order");
    await open("/address", ".three");
    await button(page, "保存").click();
    await page.locator("#w-name").waitFor();
    expect(await page.getByLabel("收货人").getAttribute("aria-invalid")).to.equal("true");
    await open("/nowhere", ".state");
    await page.context().close();
    expect(complaints.filter(isSurprise)).to.deep.equal([]);
  });

  for (const [size, language, options] of windows)
    it(`sells from sign-in to after-sale, ${size}, ${language}`, async function () {
      this.timeout(120_000);
      const say = words[language];
      const { page, complaints } = await openPage(browser, options);
      const look: Look = async (name) => {
        await takePicture(page, `storefront-${size}-${language}-${name}`);
        expect(await barriers(page), name).to.deep.equal([]);
        expect(await page.evaluate("document.documentElement.scrollWidth"), name).to.be.at.most(
          options.viewport!.width,
        );
      };
      let taps = 0;
      const tap = async (what: { click: () => Promise<void> }): Promise<void> => {
        taps++;
        await what.click();
      };
      await page.goto(`${url}/shop/coupons`);
      await look("sign-in");
      await tap(button(page, say.signIn));
      await button(page, say.take).first().waitFor();
      await look("coupons");
      await tap(button(page, say.take).first());
      await page.goto(`${url}/shop`);
      await page.getByRole("searchbox").fill("tea");
      await tap(button(page, say.search));
      await page.waitForURL(/q=tea/);
      const product = page.locator("a.card").first();
      await product.waitFor();
      await look("search");
      await tap(product);
      await button(page, say.add).waitFor();
      await look("product");
      await tap(button(page, say.add));
      await tap(link(page, say.inCart));
      await button(page, say.checkOut).waitFor();
      await look("cart");
      await tap(button(page, say.checkOut));
      await tap(page.getByLabel(say.points));
      await page.getByText(say.pointsOff).waitFor();
      await look("checkout");
      await tap(button(page, say.place));
      await button(page, say.pay).waitFor();
      await look("pay");
      await tap(button(page, say.pay));
      await tap(button(page, "Pay"));
      await page.getByRole("heading", { name: say.paid, exact: true }).waitFor();
      expect(taps).to.be.at.most(MOST_TAPS);
      await look("paid");
      await link(page, say.seeOrder).click();
      await page.locator(".steps").waitFor();
      await look("order");
      await afterwards(page, size === "wide" ? page : await besideOf(page), say, look);
      await page.context().close();
      expect(complaints.filter(isSurprise)).to.deep.equal([]);
    });

  it("says that there is nothing, and tries again what failed", async function () {
    const { page } = await openPage(browser, windows[0]![2]);
    await page.goto(`${url}/shop/search?q=nothing-of-that-name`);
    await button(page, "Sign in").click();
    await page.getByText("Nothing here is called").waitFor();
    const pages = "**/app-api/product/spu/page";
    await page.route(pages, (route) => route.fulfill({ status: 500, json: { code: 500, data: null, msg: "Trouble" } }));
    await link(page, "See everything").click();
    await page.getByText("Trouble").waitFor();
    await page.unroute(pages);
    await button(page, "Try again").click();
    await page.locator("a.card").first().waitFor();
    await page.context().close();
  });
});
