import type { Browser, BrowserContext, Page } from "playwright-core";
import { fromCheckout } from "#scripts/deployment/services.js";
import { startDeployment, type Deployment } from "../deployment.js";
import type { Pace } from "../pace.js";
import { makeMembers, stockUp } from "../shoppers.js";
import { over, storesLine, type Table } from "../tables.js";
import { makeWaitingOrders } from "../waitingOrders.js";

const ORDERS = 10_000;
const MEMBERS = 100;
const SKUS = 60;
/** What the tools of browsers and Lighthouse call slow 4G. */
const SLOW_4G = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, offline: false };
/** What is to be reached: a form that may weigh so much, and the first order. */
const MOST = { formKb: 200, rowMs: 2_500, requests: 12, warmMs: 400, flowMs: 1_000 };
const ROW = "tr.ant-table-row";
const FORM = "#username";
/** A queue in the flow. */
const QUEUE = ".flow-row:not(.flow-head)";
const GIVEN_UP_MS = 60_000;
/** Lists of the menu, for how fast a page opens and answers inside the console. */
const pages = ["/orders", "/pay/orders", "/members", "/products", "/queues"];

interface Look {
  kb: number;
  requests: number;
  paintMs: number;
  shownMs: number;
}

/**
 * What an operator waits for in a browser: bytes, requests and times up to the sign-in and the first of 10,000 orders, on
 * slow 4G with an empty cache and warm; and of pages inside the console, until their first row and until a search was
 * seen to be heard.
 */
export async function benchConsole({ rounds }: Pace): Promise<Table> {
  const root = process.cwd();
  const { ensureConsoleBuilt } = await fromCheckout<typeof import("#scripts/services/console.mjs")>("console.mjs");
  const { provideBrowser } = await fromCheckout<typeof import("#scripts/services/browser.mjs")>("browser.mjs");
  await ensureConsoleBuilt(root);
  const { program, env } = await provideBrowser(root);
  const deployment = await startDeployment();
  const { chromium } = await import("playwright-core");
  const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];
  const browser = await chromium.launch({
    executablePath: program,
    args,
    env: { ...process.env, ...env } as Record<string, string>,
  });
  try {
    await fillShop(deployment);
    return await measure(deployment, browser, rounds);
  } finally {
    await browser.close();
    await deployment.stop();
  }
}

async function fillShop(deployment: Deployment): Promise<void> {
  const members = await makeMembers(deployment, MEMBERS);
  await makeWaitingOrders(deployment, {
    memberIds: members.map(({ memberId }) => memberId),
    addressId: members[0]!.addressId,
    skuIds: await stockUp(deployment, SKUS, 1_000_000),
    count: ORDERS,
    channelCode: null,
    notifyUrl: "",
  });
}

async function measure(deployment: Deployment, browser: Browser, rounds: number): Promise<Table> {
  const url = `${deployment.url}/console`;
  const signedIn = await signIn(deployment, browser);
  const cold = { form: [] as Look[], orders: [] as Look[], warm: [] as Look[], flow: [] as Look[] };
  for (let round = 0; round < rounds; round++) {
    const stranger = await browser.newContext();
    cold.form.push(await open(stranger, `${url}/orders`, FORM, SLOW_4G));
    await stranger.close();
    const fresh = await browser.newContext({ storageState: signedIn });
    cold.orders.push(await open(fresh, `${url}/orders`, ROW, SLOW_4G));
    cold.warm.push(await open(fresh, `${url}/orders`, ROW));
    await open(fresh, `${url}/flow`, QUEUE);
    cold.flow.push(await open(fresh, `${url}/flow`, QUEUE));
    await fresh.close();
  }
  const inside = await lookInside(await browser.newContext({ storageState: signedIn }), url, rounds);
  const first = ([name, looks]: [string, Look[]]): Table["rows"][number] => [
    name,
    over(looks, ({ kb }) => kb),
    over(looks, ({ requests }) => requests),
    over(looks, ({ paintMs }) => paintMs),
    over(looks, ({ shownMs }) => shownMs),
    "",
  ];
  const middle = (looks: Look[], of: (look: Look) => number): number => over(looks, of).median;
  const remarks = [
    middle(cold.form, ({ kb }) => kb) > MOST.formKb && `the sign-in weighs more than ${MOST.formKb} KB`,
    middle(cold.orders, ({ shownMs }) => shownMs) > MOST.rowMs && `the first order comes after ${MOST.rowMs} ms`,
    middle(cold.orders, ({ requests }) => requests) > MOST.requests &&
      `the first order needs more than ${MOST.requests} requests`,
    middle(cold.warm, ({ shownMs }) => shownMs) > MOST.warmMs && `warm, the first order comes after ${MOST.warmMs} ms`,
    middle(cold.flow, ({ paintMs }) => paintMs) > MOST.flowMs && `warm, the flow is painted after ${MOST.flowMs} ms`,
  ].filter((remark) => remark !== false);
  return {
    title: "The console in a browser",
    note: [
      `${ORDERS.toLocaleString("en")} orders, 1440 x 900. Slow 4G: 1.6 Mbit/s, 150 ms; bytes as sent, by gzip (with TLS by brotli).`,
      "shown: the form, the first row, or the first queue. heard: from a click on Search to the next frame.",
      `On ${storesLine(deployment)}.`,
    ].join("\n"),
    columns: ["", "KB", "requests", "first paint ms", "shown ms", "heard ms"],
    rows: [
      first(["sign-in, empty cache, slow 4G", cold.form]),
      first(["orders, empty cache, slow 4G", cold.orders]),
      first(["orders, warm", cold.warm]),
      first(["flow, warm", cold.flow]),
      ...inside.map(({ path, shown, heard }) => [
        path,
        "",
        "",
        "",
        over(shown, (ms) => ms),
        heard.length > 0 ? over(heard, (ms) => ms) : "",
      ]),
    ],
    remarks,
  };
}

/** The cookies and the mark of a browser in which the first operator has signed in. */
async function signIn({ url, env }: Deployment, browser: Browser): ReturnType<BrowserContext["storageState"]> {
  const context = await browser.newContext({ locale: "en-US" });
  const page = await context.newPage();
  await page.goto(`${url}/console/orders`);
  await page.locator(FORM).fill("operator");
  await page.locator("#password").fill(env["OPERATOR_PASSWORD"]!);
  await page.locator("button[type=submit]").click();
  await page.locator(ROW).first().waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Opens an address in a new tab, until `shown` is there. */
async function open(context: BrowserContext, url: string, shown: string, network?: typeof SLOW_4G): Promise<Look> {
  const page = await context.newPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  const tools = await context.newCDPSession(page);
  await tools.send("Network.enable");
  if (network) await tools.send("Network.emulateNetworkConditions", network);
  const look = { bytes: 0, requests: 0, isOver: false };
  const count = (bytes: number, requests: number): void => {
    if (look.isOver) return;
    look.bytes += bytes;
    look.requests += requests;
  };
  tools.on("Network.requestWillBeSent", () => count(0, 1));
  tools.on("Network.requestServedFromCache", () => count(0, -1));
  tools.on("Network.responseReceived", ({ response }) => count(0, response.fromDiskCache ? -1 : 0));
  tools.on("Network.loadingFinished", ({ encodedDataLength }) => count(encodedDataLength, 0));
  await page.addInitScript(watching(shown));
  await page.goto(url, { waitUntil: "commit" });
  const shownMs = await shownAt(page);
  look.isOver = true;
  const paintMs = await page.evaluate<number>(`new Promise((done) =>
    new PerformanceObserver((list) => {
      const first = list.getEntries().find(({ name }) => name === "first-contentful-paint");
      if (first) done(first.startTime);
    }).observe({ type: "paint", buffered: true }))`);
  await page.close();
  return { kb: look.bytes / 1_024, requests: look.requests, paintMs, shownMs };
}

/** Pages by the menu, each from another one; and how long a click on Search waits for its frame. */
async function lookInside(context: BrowserContext, url: string, rounds: number) {
  const page = await context.newPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.addInitScript(watching(ROW));
  await page.goto(`${url}/brands`);
  await page.locator("nav").first().waitFor();
  const taken = pages.map((path) => ({ path, shown: [] as number[], heard: [] as number[] }));
  for (let round = 0; round < rounds; round++)
    for (const { path, shown, heard } of taken) {
      // Its own heading first: until then the rows are those of the page before.
      await page.evaluate(`(async () => {
        for (const heading of document.querySelectorAll("h1")) heading.setAttribute("data-seen", "");
        const since = performance.now();
        watch("h1:not([data-seen])", since);
        history.pushState({}, "", ${JSON.stringify(`/console${path}`)});
        dispatchEvent(new PopStateEvent("popstate", { state: {} }));
        await shown;
        watch(${JSON.stringify(ROW)}, since);
      })()`);
      shown.push(await shownAt(page));
      const search = page.getByRole("button", { name: "Search", exact: true });
      if ((await search.count()) > 0) heard.push(await heardAfter(page, () => search.first().click()));
    }
  await context.close();
  return taken;
}

/** In the page: `shown` is when the selector first had something, from the page's begin; watch() begins anew. */
const watching = (selector: string): string => `
  globalThis.watch = (wanted, since) => {
    globalThis.shown = new Promise((done, fail) => {
      const look = () => {
        const ms = performance.now() - since;
        if (document.querySelector(wanted)) done(ms);
        else if (ms < ${GIVEN_UP_MS}) requestAnimationFrame(look);
        else fail(new Error(location.pathname + " shows no " + wanted));
      };
      look();
    });
  };
  watch(${JSON.stringify(selector)}, 0);`;

const shownAt = (page: Page): Promise<number> => page.evaluate<number>("shown");

/** The longest event of an act, as the browser times it up to the next frame. */
async function heardAfter(page: Page, act: () => Promise<void>): Promise<number> {
  const longest = page.evaluate<number>(`new Promise((done) =>
    new PerformanceObserver((list, observer) => {
      const clicks = list.getEntries().filter(({ name }) => name === "click");
      if (clicks.length === 0) return;
      observer.disconnect();
      done(Math.max(...clicks.map(({ duration }) => duration)));
    }).observe({ type: "event", durationThreshold: 16 }))`);
  await act();
  // One that is shorter than the least that browsers tell is not told.
  return await Promise.race([longest, page.waitForTimeout(1_500).then(() => 16)]);
}
