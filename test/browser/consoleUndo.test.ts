import { expect } from "chai";
import type { Browser, Locator, Page } from "playwright-core";
import { BrandModel } from "#shared/domains/catalog/brand/brand.model.js";
import { SpuModel } from "#shared/domains/catalog/index.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildBrand, buildSpu } from "#test/factories/spu.js";
import { launchBrowser, openPage, showDots, signInPage, takePicture } from "#test/support/browser.js";
import { startService } from "#test/support/service.js";

const OFFERED_MS = 10_000;
/** Without motion, whose end would not come by a clock that is set forward. */
const look = { locale: "en-US", viewport: { width: 1_440, height: 900 }, reducedMotion: "reduce" } as const;

describe("what can be taken back at the console, in a real browser", function () {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let url: string;

  before(async function () {
    browser = await launchBrowser();
    ({ url } = await startService());
  });
  after(async () => browser?.close());
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await takePicture(page, `failed-${this.currentTest.title.slice(0, 20)}`);
    expect(complaints.splice(0)).to.deep.equal([]);
    await page.context().close();
  });

  const button = (name: string, within: Page | Locator = page): Locator =>
    within.getByRole("button", { name, exact: true });
  async function open(permissions: string[], path: string): Promise<void> {
    const { operator } = await buildOperator(permissions);
    ({ page, complaints } = await openPage(browser, look));
    await page.clock.install();
    await showDots(page, url);
    await signInPage(page, url, operator._id);
    await page.goto(`${url}/console${path}`);
  }
  async function madeBrand(): Promise<{ brandId: number; name: string }> {
    const brandId = await buildBrand();
    return { brandId, name: (await BrandModel.findById(brandId))!.name };
  }
  const isThere = async (brandId: number): Promise<boolean> => (await BrandModel.findById(brandId).lean()) !== null;
  /** Other tests have brands too. */
  const listOf = (name: string): string => `/brands?name=${encodeURIComponent(name)}`;
  async function removeBrand(name: string): Promise<void> {
    await button("Delete", page.getByRole("row").filter({ hasText: name })).click();
    await page.getByText("It can be restored from the deleted data.").waitFor();
    await button("Yes").click();
    await page.getByText("Deleted", { exact: true }).waitFor();
  }

  it("what was deleted comes back by one click", async () => {
    const { brandId, name } = await madeBrand();
    await open(["*"], listOf(name));
    await removeBrand(name);
    expect(await isThere(brandId)).to.equal(false);
    await takePicture(page, "undo");
    await button("Undo").click();
    await page.getByRole("row").filter({ hasText: name }).waitFor();
    expect(await isThere(brandId)).to.equal(true);
    await button("Undo").waitFor({ state: "hidden" });
  });

  it("it is offered for ten seconds", async () => {
    const { brandId, name } = await madeBrand();
    await open(["*"], listOf(name));
    await removeBrand(name);
    await button("Undo").waitFor();
    await page.clock.runFor(OFFERED_MS + 1_000);
    await button("Undo").waitFor({ state: "hidden" });
    expect(await isThere(brandId)).to.equal(false);
  });

  it("nothing is offered to whoever may not restore it", async () => {
    const { name } = await madeBrand();
    await open(["product:brand:query", "product:brand:delete"], listOf(name));
    await removeBrand(name);
    expect(await button("Undo").count()).to.equal(0);
  });

  it("a product goes back to where it was", async () => {
    const { spuId, spu } = await buildSpu();
    await open(["*"], "/products");
    const row = page.getByRole("row").filter({ hasText: spu.name });
    const statusOf = async () => (await SpuModel.findById(spuId).lean())!.status;
    await button("Unpublish", row).click();
    await button("Undo").waitFor();
    expect(await statusOf()).to.equal(0);
    await button("Undo").click();
    await button("Unpublish", row).waitFor();
    expect(await statusOf()).to.equal(1);
  });
});
