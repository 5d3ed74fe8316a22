import { expect } from "chai";
import type { Browser, Locator, Page } from "playwright-core";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildPaidOrder, type BuiltOrder } from "#test/factories/order.js";
import { buildWallet, setPaymentPassword } from "#test/factories/wallet.js";
import { launchBrowser, openPage, showDots, signInPage, standsStill, takePicture } from "#test/support/browser.js";
import { startService } from "#test/support/service.js";

describe("the console's forms and keys, in a real browser", function () {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let url: string;
  let name: string;
  let built: BuiltOrder;

  before(async function () {
    browser = await launchBrowser();
    ({ url } = await startService());
    await seedDelivery();
    built = await buildPaidOrder();
    const { operator } = await buildOperator(["*"]);
    name = `Brand ${operator._id}`;
    const look = { locale: "en-US", viewport: { width: 1440, height: 900 } } as const;
    ({ page, complaints } = await openPage(browser, look));
    await showDots(page, url);
    await signInPage(page, url, operator._id);
  });
  after(async () => browser?.close());
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await takePicture(page, `failed-${this.currentTest.title.slice(0, 20)}`);
    expect(complaints.splice(0)).to.deep.equal([]);
  });

  const go = (path: string) => page.goto(`${url}/console${path}`);
  const button = (words: string, within: Page | Locator = page): Locator =>
    within.getByRole("button", { name: words, exact: true });
  const heading = (words: string) => page.getByRole("heading", { name: words, exact: true });
  const question = () => page.getByRole("dialog").filter({ hasText: "Leave without saving?" });
  /** While it is still coming up, it hears no click. */
  const answer = async (word: string): Promise<void> => {
    await question().waitFor();
    await standsStill(page);
    await button(word, question()).click();
  };
  const focused = () => page.locator(":focus");
  /** Presses Tab until this has the focus. */
  async function tabTo(wanted: Locator): Promise<void> {
    await wanted.waitFor();
    for (let times = 0; times < 80; times++) {
      await page.keyboard.press("Tab");
      if (await wanted.evaluate((element) => element.matches(":focus"))) return;
    }
    expect.fail(`${String(wanted)} is not reached by the Tab key`);
  }

  it("a form at the side that holds changes asks once before it is closed", async () => {
    await go("/brands");
    await button("New").click();
    const drawer = page.getByRole("dialog").filter({ hasText: "New: " });
    await drawer.getByLabel("Name").fill(name);
    await button("Cancel", drawer).click();
    await answer("Stay");
    await question().waitFor({ state: "hidden" });
    expect(await drawer.getByLabel("Name").inputValue()).to.equal(name);
    await drawer.getByLabel("Name").press("Escape");
    await answer("Leave");
    await drawer.waitFor({ state: "hidden" });
    // What is opened again begins anew, and is closed without a question.
    await button("New").click();
    await button("Cancel", drawer).click();
    await drawer.waitFor({ state: "hidden" });
    expect(await question().count()).to.equal(0);
  });

  it("a page with changes asks before another one, or the browser, takes its place", async () => {
    await go("/products");
    await heading("Products").waitFor();
    await button("New product").click();
    await page.getByLabel("Product name").fill(name);
    const brands = page.locator("nav").getByRole("link", { name: "Brands" });
    await brands.click();
    await answer("Stay");
    await question().waitFor({ state: "hidden" });
    expect(await page.getByLabel("Product name").inputValue()).to.equal(name);
    await page.goBack();
    await answer("Stay");
    await question().waitFor({ state: "hidden" });
    expect(page.url()).to.match(/products\/new$/);
    const asked = new Promise<string>((resolve) => {
      page.once("dialog", (dialog) => {
        resolve(dialog.type());
        void dialog.dismiss();
      });
    });
    await page.evaluate("void location.reload()");
    expect(await asked).to.equal("beforeunload");
    await brands.click();
    await answer("Leave");
    await heading("Brands").waitFor();
    expect(await page.title()).to.equal("Brands · Shop console");
  });

  it("settings with changes ask too, and ask nothing once they are saved", async () => {
    await go("/points-settings");
    const field = page.getByLabel("Value of one point (¥)");
    await field.waitFor();
    const before = await field.inputValue();
    const link = page.locator("nav").getByRole("link", { name: "Members", exact: true });
    await field.fill("7");
    await link.click();
    await answer("Stay");
    await question().waitFor({ state: "hidden" });
    await field.fill(before);
    await button("Save").click();
    await page.getByText("Saved", { exact: true }).first().waitFor();
    await link.click();
    await heading("Members").waitFor();
    expect(await question().count()).to.equal(0);
  });

  it("a dialog with words in it asks too, one whose act is done or that holds nothing does not", async () => {
    await go(`/orders/${built.order._id}`);
    const dialog = page.getByRole("dialog", { name: "Edit note", exact: true });
    await button("Edit note").click();
    await dialog.getByRole("textbox").fill("Ring twice");
    await button("Cancel", dialog).click();
    await answer("Stay");
    await question().waitFor({ state: "hidden" });
    expect(await dialog.getByRole("textbox").inputValue()).to.equal("Ring twice");
    await dialog.getByRole("textbox").press("Escape");
    await answer("Leave");
    await dialog.waitFor({ state: "hidden" });
    await button("Edit note").click();
    expect(await dialog.getByRole("textbox").inputValue()).to.equal("");
    await button("Cancel", dialog).click();
    await dialog.waitFor({ state: "hidden" });
    await button("Edit note").click();
    await dialog.getByRole("textbox").fill("Ring twice");
    await button("Edit note", dialog).click();
    await dialog.waitFor({ state: "hidden" });
    expect(await question().count()).to.equal(0);
    await page.locator("nav").getByRole("link", { name: "After-sales" }).click();
    await heading("After-sales").waitFor();
  });

  it("a dialog begins at its first field, and leaves a quick operator where they are", async () => {
    await go(`/orders/${built.order._id}`);
    const dialog = page.getByRole("dialog", { name: "Edit note", exact: true });
    await button("Edit note").click();
    await dialog.locator("textarea:focus").waitFor();
    await dialog.getByRole("textbox").press("Escape");
    await dialog.waitFor({ state: "hidden" });
    // A slow machine, on which the dialog is still coming up when the operator is at its button.
    const slow = await page.context().newCDPSession(page);
    await slow.send("Emulation.setCPUThrottlingRate", { rate: 6 });
    await button("Edit note").click();
    await button("Cancel", dialog).focus();
    await standsStill(page);
    await slow.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    // Once the page has nothing left to do.
    await page.evaluate("new Promise((idle) => requestAnimationFrame(() => requestIdleCallback(idle)))");
    await button("Cancel", dialog).and(focused()).waitFor({ timeout: 1_000 });
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "hidden" });
  });

  it("one's own profile and password ask too", async () => {
    const link = () => page.locator("nav").getByRole("link", { name: "Today", exact: true });
    for (const [label, words] of [
      ["Name", "Another name"],
      ["Current password", "half of it"],
    ] as const) {
      await go("/account");
      await page.getByLabel(label, { exact: true }).fill(words);
      await link().click();
      await answer("Stay");
      await question().waitFor({ state: "hidden" });
      expect(await page.getByLabel(label, { exact: true }).inputValue()).to.equal(words);
      await link().click();
      await answer("Leave");
      await heading("Today").waitFor();
    }
    await go("/account");
    await page.getByLabel("Name", { exact: true }).fill("Mei");
    await button("Save").click();
    await page.getByText("Saved", { exact: true }).first().waitFor();
    await link().click();
    await heading("Today").waitFor();
    expect(await question().count()).to.equal(0);
  });

  it("lines of a list are added, moved and removed; one that is not whole is said with its number", async () => {
    await go("/website/about");
    const list = page.getByRole("group", { name: "History" });
    const year = (line: number) => list.getByLabel(`Year ${line}`);
    await list.waitFor();
    while (await list.getByRole("button", { name: "Remove line 1" }).count())
      await list.getByRole("button", { name: "Remove line 1" }).click();
    for (const [line, words] of ["Founded", "First shop", "Mistaken"].entries()) {
      await button("Add a line", list).click();
      await list.getByLabel(`Text ${line + 1}`).fill(words);
    }
    await year(1).fill("1998");
    await year(2).fill("last year");
    await list.getByText("Enter a number").waitFor();
    await button("Save").click();
    await page.getByText("Correct the highlighted values").waitFor();
    expect(await year(2).inputValue()).to.equal("last year");
    await year(2).fill("2004");
    await page.getByText("Line 3: Year is required").waitFor();
    await button("Remove line 3", list).click();
    await button("Move line 2 up", list).click();
    expect([await year(1).inputValue(), await year(2).inputValue()]).to.deep.equal(["2004", "1998"]);
    expect(await button("Move line 2 down", list).isDisabled()).to.equal(true);
    const sent = page.waitForRequest((request) => request.url().endsWith("/website/about/save"));
    await button("Save").click();
    expect((await sent).postDataJSON().company.timeline).to.deep.equal([
      { text: "First shop", year: 2004 },
      { text: "Founded", year: 1998 },
    ]);
    await page.getByText("Saved", { exact: true }).first().waitFor();
    await page.reload();
    await year(2).waitFor();
    expect([await year(1).inputValue(), await year(2).inputValue()]).to.deep.equal(["2004", "1998"]);
    // The same lines as text: what is changed there stands in the form again.
    await page.getByLabel("View: History").getByText("JSON").click();
    await page.getByRole("textbox").filter({ hasText: "First shop" }).fill('[{"year": 2010, "text": "Online"}]');
    await page.getByLabel("View: History").getByText("Form").click();
    expect(await year(1).inputValue()).to.equal("2010");
    expect(await year(2).count()).to.equal(0);
  });

  it("a payment password is cleared with a reason, asked once more; a member who has none keeps the dialog open", async () => {
    const { member, client } = await buildWallet(1_200);
    await setPaymentPassword(client);
    await go(`/members/${member._id}?of=wallet`);
    await page.getByText("¥12.00").first().waitFor();
    const act = "Clear payment password";
    const dialog = page.getByRole("dialog", { name: act, exact: true });
    const clear = async (): Promise<void> => {
      await button(act).first().click();
      await dialog.waitFor();
      await standsStill(page);
      await button(act, dialog).click();
      await dialog.getByText("This field is required").waitFor();
      await dialog.getByLabel("Reason").fill("Called from the account's number");
      await takePicture(page, "clear-payment-password");
      await button(act, dialog).click();
      const asked = page.getByRole("dialog").filter({ hasText: `of member ${member._id}` });
      await asked.waitFor();
      await standsStill(page);
      await button(act, asked).click();
    };
    await clear();
    await page.getByText("Payment password cleared").waitFor();
    await dialog.waitFor({ state: "hidden" });
    expect((await client.get("/app-api/pay/wallet/get")).status).to.equal(401);
    await clear();
    await page.getByText("No payment password is set").waitFor();
    expect(await dialog.getByLabel("Reason").inputValue()).to.equal("Called from the account's number");
    await button("Cancel", dialog).click();
    await answer("Leave");
    await dialog.waitFor({ state: "hidden" });
  });

  it("an order is found, opened and its dialog left again by the keyboard alone", async () => {
    await go(`/orders?no=${built.order.no}`);
    const link = page.getByRole("link", { name: built.order.no });
    await link.waitFor();
    await page.keyboard.press("Tab");
    expect(await focused().textContent()).to.equal("Skip to content");
    await page.keyboard.press("Enter");
    expect(await focused().getAttribute("id")).to.equal("content");
    await tabTo(link);
    await page.keyboard.press("Enter");
    const title = heading(`Order ${built.order.no}`);
    await title.waitFor();
    expect(await title.evaluate((element) => element.matches(":focus"))).to.equal(true);
    const ship = button("Ship");
    await tabTo(ship);
    await page.keyboard.press("Enter");
    await page.locator("[role=dialog] :is(input, textarea):focus").waitFor({ state: "attached" });
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await ship.and(page.locator(":focus")).waitFor();
  });
});
