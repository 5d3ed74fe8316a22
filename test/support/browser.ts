import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { provideBrowser } from "#scripts/services/browser.mjs";
import { openOperatorSession } from "#shared/domains/operator/signInOperator.js";
import { clock, hours } from "#shared/kernel/time/clock.js";
import { signBrowserToken } from "#shared/kernel/security/tokens.js";
import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from "playwright-core";
import { PATIENCE } from "./patience.js";

const root = resolve(import.meta.dirname, "../..");
/** Keeps Chromium from calling home. */
const quiet = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** What a page is waited for. */
const GIVEN_UP_MS = 30_000;
/** A folder for pictures of the pages, to be looked at by people. */
const pictures = process.env["PAGE_PICTURES"];

/** A real browser for one suite. */
export async function launchBrowser(): Promise<Browser> {
  const { program, env } = await provideBrowser(root);
  return await chromium.launch({ executablePath: program, args: quiet, env: { ...process.env, ...env } as Env });
}
type Env = Record<string, string>;

/** A page in a context of its own, and what went wrong on it: errors of its scripts and requests that failed. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(GIVEN_UP_MS * PATIENCE);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("requestfailed", (request) => {
    // A page that is left drops what it was still loading.
    const reason = request.failure()?.errorText;
    if (reason !== "net::ERR_ABORTED") complaints.push(`${reason}: ${request.url()}`);
  });
  return { page, complaints };
}

/** Puts an operator's sign-in into the page's browser, as the form of the console does. */
export async function signInPage(page: Page, url: string, operatorId: number): Promise<void> {
  const { ownerId, sessionId } = await openOperatorSession(operatorId);
  const value = signBrowserToken({ ownerId, sessionId, audience: "operator" }, clock.after(hours(1)));
  await page.context().addCookies([{ name: "shop_operator", value, url, httpOnly: true, sameSite: "Strict" }]);
  await page.addInitScript(`localStorage.setItem("console.signedIn", "1")`);
}

/** Nothing on the page is still being read. */
export const isRead = (page: Page): Promise<void> =>
  page
    .locator(".ant-skeleton, .ant-spin-spinning, .ant-btn-loading, [aria-busy=true]")
    .filter({ visible: true })
    .first()
    .waitFor({ state: "hidden" });

/** Nothing that moves or fades is still on its way: until then it is fainter, and elsewhere, than it will be. */
export async function standsStill(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => resolve(Promise.allSettled(
    document.getAnimations()
      .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
      .map(({ finished }) => finished)))))`);
}

/** Clicks until what the click brings is there: a list that is still unfolding may slip away from under it. */
export async function clickUntil(shown: Locator, click: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; tries < 4; tries++) {
    await click();
    const isShown = await shown.waitFor({ timeout: 4_000 }).then(
      () => true,
      () => false,
    );
    if (isShown) return;
  }
  await shown.waitFor();
}

/** antd's select: the option is found by what is typed, where one can type, and taken by its words. */
export async function chooseOption(field: Locator, option: string): Promise<void> {
  const select = field.locator("xpath=ancestor::*[contains(concat(' ', @class, ' '), ' ant-select ')][1]");
  const entry = field
    .page()
    .locator(".ant-select-dropdown:visible")
    .locator(".ant-select-item-option, .ant-select-tree-title")
    .filter({ hasText: option })
    .first();
  await clickUntil(select.getByText(option).first(), async () => {
    if (await field.isEditable()) await field.fill(option);
    else if (!(await entry.isVisible())) await field.click();
    await entry.click();
  });
}

/** A picture of one dot. */
export const dot = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Pictures of other tests' rows lead nowhere: those that are not of this shop are a dot. */
export async function showDots(page: Page, shopUrl: string): Promise<void> {
  await page.route(
    (address) => address.origin !== shopUrl,
    (route) =>
      route.request().resourceType() === "image"
        ? route.fulfill({ contentType: "image/png", body: dot })
        : route.fallback(),
  );
}

/** A picture of the page as it is now, where PAGE_PICTURES asks for them. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}
