import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";

const program = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) =>
  existsSync(path),
);
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
/** A folder for pictures of the pages, to be looked at by people. */
const pictures = process.env["PAGE_PICTURES"];

/** A real browser for one suite. A machine without one says so in the count of what was skipped. */
export async function launchBrowser(suite: Mocha.Context): Promise<Browser> {
  if (!program) return suite.skip();
  return await chromium.launch({ executablePath: program, args: quiet });
}

/** A page in a context of its own, and what went wrong on it: errors of its scripts and requests that failed. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext(options);
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

/** A picture of the page as it is now, where PAGE_PICTURES asks for them. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}
