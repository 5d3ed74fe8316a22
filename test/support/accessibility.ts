import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";
import { standsStill } from "#test/support/browser.js";

const source = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What is drawn by antd itself. */
const drawnByAntd = [
  // A second head of a scrolling table, for its widths alone; inside it stands the checkbox of "all rows".
  ".ant-table-measure-row",
  // A field that measures how high a growing one has to be; it is invisible, which takes it out of the order too.
  "textarea[name=hiddenTextarea]",
];

/**
 * A wide table of words alone can be scrolled by keyboard because browsers let its scroller take the focus, which this
 * rule does not know; antd has no way to say it.
 */
const rules = { "scrollable-region-focusable": { enabled: false } };

/**
 * What is seriously wrong for those who do not see the page or use no mouse (WCAG 2 A and AA), as lines of text; of the
 * whole page, or of a part of it where the rest was looked at before.
 */
export async function barriers(page: Page, part = "html"): Promise<string[]> {
  await standsStill(page);
  // Evaluated from outside: the page's own policy lets no foreign script in.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source);
  const { violations } = await page.evaluate(
    async ({ include, exclude, rules: exceptions }) =>
      await (globalThis as unknown as { axe: typeof axe }).axe.run(
        { include, exclude },
        { runOnly: ["wcag2a", "wcag2aa"], rules: exceptions, resultTypes: ["violations"] },
      ),
    { include: [part], exclude: drawnByAntd, rules },
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ""}`));
}
