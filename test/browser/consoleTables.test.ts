import { expect } from "chai";
import type { Browser, Locator, Page, Route } from "playwright-core";
import { hashPassword } from "#shared/domains/member/index.js";
import { ProductDayModel } from "#shared/domains/salesReports/productDay.model.js";
import { AfterSaleModel } from "#shared/domains/trade/index.js";
import { clock, hours } from "#shared/kernel/time/clock.js";
import { recordDeadLetter } from "#shared/kernel/queue/deadLetters.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { buildAfterSale, buildAfterSaleOperator, buildOrderPaidAtChannel, decide } from "#test/factories/afterSale.js";
import { buildChat } from "#test/factories/chat.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildBrand, buildSpu, readSpu } from "#test/factories/spu.js";
import { enter } from "#test/chat/support.js";
import { launchBrowser, openPage, showDots, takePicture } from "#test/support/browser.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { plainJob } from "#test/support/testJobs.js";

const password = "look twice 1";
const LETTERS = "/admin-api/infra/dead-letter/page";

describe("what the console's tables and figures say, in a real browser", function () {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let url: string;

  before(async function () {
    browser = await launchBrowser();
    ({ url } = await startService());
    const { operator } = await buildOperator(["*"], { passwordHash: await hashPassword(password) });
    const look = { locale: "en-US", viewport: { width: 1440, height: 900 } } as const;
    ({ page, complaints } = await openPage(browser, look));
    await showDots(page, url);
    await go("/brands");
    await page.getByLabel("User name").fill(operator.username);
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
  const button = (words: string, within: Page | Locator = page): Locator =>
    within.getByRole("button", { name: words, exact: true });
  const nothing = () => page.getByText("No results", { exact: true });
  /** Also while it cannot be reached. */
  const rowOf = (words: string) => page.locator("tr.ant-table-row").filter({ hasText: words });
  async function letter(stack = ""): Promise<string> {
    const error = `Lost${await nextId("testNumbers")}`;
    await recordDeadLetter({
      bullId: error,
      job: plainJob.name,
      queue: "maintenance",
      v: 1,
      payload: { number: 1 },
      about: {},
      requestId: "r",
      attempts: 3,
      error,
      reason: `${error}: nobody is there`,
      stack,
    });
    return error;
  }
  /** Answers of this address wait until they are let go. */
  async function held(
    part: string,
  ): Promise<{ asked: () => number; release: (act?: (route: Route) => unknown) => Promise<void> }> {
    const waiting: Route[] = [];
    const matches = (address: URL): boolean => address.href.includes(part);
    await page.route(matches, (route) => void waiting.push(route));
    return {
      asked: () => waiting.length,
      release: async (act = (route) => route.continue()) => {
        await page.unroute(matches);
        for (const route of waiting) await act(route);
      },
    };
  }

  it("while another search runs its rows are dim, and nothing can be done with those before or with all of them", async () => {
    const [one, other] = [await letter(), await letter()];
    await go(`/dead-letters?error=${one}`);
    await rowOf(one).getByRole("checkbox").check();
    await button("Discard selected (1)").waitFor();
    const answers = await held(`${LETTERS}?error=${other}`);
    await button("More filters (1)").click();
    const drawer = page.getByRole("dialog").filter({ hasText: "Filters" });
    await drawer.getByLabel("Error", { exact: true }).fill(other);
    await button("Show results", drawer).click();
    await eventually("asked", () => Promise.resolve(answers.asked() > 0));
    const acts = ["Discard all", "Replay all", "Discard selected", "Replay"];
    for (const act of acts) {
      const each = page.locator("button").filter({ hasText: act }).first();
      expect(await each.evaluate((element) => element.closest("[inert]") !== null), act).to.equal(true);
      expect(await each.isDisabled(), act).to.equal(true);
    }
    expect(await rowOf(one).evaluate((element) => element.closest("[aria-busy=true]") !== null)).to.equal(true);
    expect(await nothing().count()).to.equal(0);
    await takePicture(page, "search-running");
    await answers.release();
    await rowOf(other).waitFor();
    expect(await rowOf(one).count()).to.equal(0);
    expect(await button("Discard all").isEnabled()).to.equal(true);
    // What was ticked in the search before is not ticked here.
    await button("Discard selected (0)").waitFor();
  });

  it("says that there is nothing only when that is the answer, not beside a refusal or while it waits", async () => {
    const answers = await held(`${LETTERS}?error=Never`);
    await go("/dead-letters?error=NeverSeen");
    await eventually("asked", () => Promise.resolve(answers.asked() > 0));
    expect(await nothing().count()).to.equal(0);
    await answers.release((route) =>
      route.fulfill({ status: 400, json: { code: 400, data: null, msg: "That cannot be read" } }),
    );
    await page.getByText("That cannot be read").waitFor();
    expect(await nothing().count()).to.equal(0);
    complaints.length = 0;
    await button("Refresh").click();
    await nothing().waitFor();
    expect(await page.getByText("That cannot be read").count()).to.equal(0);
  });

  it("letters in a filter of numbers are said there, and nothing is searched, typed or from an address", async () => {
    const asked: string[] = [];
    page.on("request", (request) => request.url().includes(LETTERS) && asked.push(request.url()));
    await go("/dead-letters");
    await eventually("read", () => Promise.resolve(asked.length > 0));
    asked.length = 0;
    const field = page.getByLabel("Order ID", { exact: true });
    await field.fill("12a");
    await button("Search").click();
    await page.getByText("Digits only").waitFor();
    expect(await field.inputValue()).to.equal("12a");
    await field.fill("１２");
    await button("Search").click();
    await eventually("searched", () => Promise.resolve(asked.length > 0));
    expect(asked.every((address) => address.includes("orderId=12&"))).to.equal(true);
    asked.length = 0;
    await go("/dead-letters?orderId=abc");
    await page.getByText("Digits only").waitFor();
    expect(await field.inputValue()).to.equal("abc");
    expect(await nothing().count()).to.equal(0);
    expect(await page.locator("button").filter({ hasText: "Discard all" }).isDisabled()).to.equal(true);
    expect(asked).to.deep.equal([]);
  });

  it("an address without an id asks for nothing", async () => {
    for (const path of ["/orders/abc", "/members/0", "/products/-1", "/pay/orders/1e3"]) {
      await go(path);
      await page.getByText("Page not found.").waitFor();
    }
  });

  it("a long stack stays within its drawer", async () => {
    const error = await letter(`Error at /${"a-very-long-path".repeat(40)}.js:1:1`);
    await go(`/dead-letters?error=${error}`);
    await button("View", rowOf(error)).click();
    await page.getByText("Stack trace").waitFor();
    const widths = await page
      .locator(".ant-drawer-body")
      .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
    expect(widths.scrollWidth).to.be.at.most(widths.clientWidth);
  });

  it("who joined a chat is said with the day on which they did", async () => {
    const { live, groupId } = await buildChat();
    await enter(groupId, ["4711"]);
    await go(`/live/lives/${live._id}`);
    const joined = page.getByRole("row").filter({ hasText: "4711" }).locator("time").first();
    const at = Date.parse((await joined.getAttribute("datetime"))!);
    expect(Math.abs(at - Date.now())).to.be.below(hours(1));
  });

  it("best products say the pieces paid for each viewer, which is no percentage", async () => {
    const { spuId } = await buildSpu();
    await ProductDayModel.create({
      _id: `${new Date().toISOString().slice(0, 10)} ${spuId}`,
      day: new Date().toISOString().slice(0, 10),
      spuId,
      orderPayCount: 40,
      browseUserCount: 2,
      orderPayPriceFen: 900_000_000_000,
      countedAt: clock.now(),
    });
    await go("/today");
    const { spu } = await readSpu(spuId);
    const row = rowOf(spu.name);
    await row.waitFor();
    await row.getByRole("cell", { name: "20.00", exact: true }).waitFor();
    await ProductDayModel.deleteMany({ spuId });
  });

  it("an after-sale that is open says by itself that its money went", async () => {
    const id = await buildAfterSale(await buildOrderPaidAtChannel());
    const colleague = await buildAfterSaleOperator();
    await decide(colleague, "agree", id);
    await decide(colleague, "refund", id);
    await eventually(
      "refunded",
      async () => {
        await runJobs();
        return (await AfterSaleModel.findById(id).lean())?.status === 50;
      },
      30,
    );
    // As it was read a moment before the channel's word came.
    const detail = /after-sale\/get-detail/;
    await page.route(
      detail,
      async (route) => {
        const answer = await route.fetch();
        const { data, ...envelope } = await answer.json();
        await route.fulfill({ json: { ...envelope, data: { ...data, status: 40, refunding: true } } });
      },
      { times: 1 },
    );
    await go(`/after-sales/${id}`);
    await page.getByText("Refund in progress").waitFor();
    await page.locator(".page-head").getByText("Refunded", { exact: true }).waitFor();
    expect(await page.getByText("Refund in progress").count()).to.equal(0);
  });

  it("an amount or a number that cannot be taken is said at its field, and what was typed stays", async () => {
    await go("/pay/recharge-packages");
    await button("New").click();
    const drawer = page.getByRole("dialog").filter({ hasText: "New: " });
    const field = drawer.getByLabel("Price");
    await drawer.getByLabel("Name").fill(`Package ${await nextId("testNumbers")}`);
    for (const [typed, said] of [
      ["69.999", "At most 2 decimal places"],
      ["-5", "At least 0.01"],
      ["ten", "Enter a number"],
      ["1,000", "Enter a number"],
    ] as const) {
      await field.fill(typed);
      await field.blur();
      await drawer.getByText(said).waitFor();
      await button("Save", drawer).click();
      expect(await field.inputValue()).to.equal(typed);
    }
    await takePicture(page, "amounts");
    const sent = page.waitForRequest((request) => request.url().endsWith("/wallet-recharge-package/create"));
    await field.fill("69.99");
    await button("Save", drawer).click();
    expect((await sent).postDataJSON()).to.include({ payPrice: 6_999, bonusPrice: 0 });
    await drawer.waitFor({ state: "hidden" });
  });

  it("the numbers of editors with many of them are held alike", async () => {
    await buildBrand();
    await go("/promotion/rewards");
    await button("New").click();
    const drawer = page.getByRole("dialog").filter({ hasText: "New: " });
    await button("Add rule", drawer).click();
    const limit = drawer.getByLabel("Rule 1: Spend at least (¥)");
    await limit.fill("99.999");
    await drawer.getByText("At most 2 decimal places").waitFor();
    await drawer.getByLabel("Rule 1: Points earned").fill("1.5");
    await drawer.getByText("Enter a whole number").waitFor();
    await button("Save", drawer).click();
    await drawer.getByText("Correct the highlighted values").waitFor();
    expect(await limit.inputValue()).to.equal("99.999");
    await limit.fill("100");
    await drawer.getByLabel("Rule 1: Points earned").fill("15");
    await drawer.getByText("Correct the highlighted values").waitFor({ state: "hidden" });
  });
});
