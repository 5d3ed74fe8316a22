import { expect } from "chai";
import { endpoints } from "#api/routes.js";
import { seedActivities } from "#shared/domains/promotion/activity/seedActivities.js";
import { seedLives } from "#shared/domains/live/seedLives.js";
import { seedLoyalty } from "#shared/domains/loyalty/seedLoyalty.js";
import { seedPromotions } from "#shared/domains/promotion/seedPromotions.js";
import { seedRechargePackages } from "#shared/domains/recharge/seedRechargePackages.js";
import { setUpShop } from "#scripts/setup/setUpShop.js";
import { seedWebsite } from "#scripts/seed/seedWebsite.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildDiscountActivity, buildRewardActivity } from "#test/factories/promotion.js";
import { buildSpu } from "#test/factories/spu.js";
import { rowsOfOperators } from "#test/support/seededRows.js";
import { startService } from "#test/support/service.js";
import type { Client } from "#test/support/client.js";

const paths = new Set(endpoints.map(({ method, path }) => `${method} ${path}`));
const nouns = endpoints
  .filter(({ method, path }) => method === "put" && /^\/admin-api\/.*\/update$/.test(path))
  .map(({ path }) => path.slice(0, -"/update".length))
  .filter((noun) => paths.has(`get ${noun}/get`) && paths.has(`get ${noun}/page`));

/** Rows of a noun as get gives them, newest first, without built-in roles, which nobody may change. */
async function objectsOf(client: Client, noun: string): Promise<object[]> {
  const { data } = await client.get(`${noun}/page?pageSize=20`);
  const rows = ((data?.list ?? []) as { id: number; builtIn?: boolean }[]).filter(({ builtIn }) => builtIn !== true);
  const objects: object[] = [];
  for (const { id } of rows) {
    const got = await client.get(`${noun}/get?id=${id}`);
    if (got.code === 0) objects.push(got.data as object);
  }
  return objects;
}

/** Sends it back three times within one moment: what was answered otherwise than true, and at which time. */
async function sendBack(client: Client, noun: string, object: object): Promise<string | undefined> {
  heldClock.hold();
  try {
    for (let times = 0; times < 3; times++) {
      const reply = await client.put(`${noun}/update`, { ...object, confirm: true });
      if (reply.code !== 0 || reply.data !== true) return `${times}: ${reply.status} ${reply.code} ${reply.msg}`;
    }
    return undefined;
  } finally {
    heldClock.release();
  }
}

describe("an operator's update that changes nothing", function () {
  let client: Client;
  let removeSeeded: () => Promise<void>;
  before(async () => {
    await startService();
    removeSeeded = await rowsOfOperators();
    ({ client } = await buildOperator());
    await buildMember();
    await setUpShop();
    const { spuId, skuIds } = await buildSpu();
    await buildDiscountActivity({
      products: [{ spuId, skuId: skuIds[0]!, kind: "percent", percent: 90, amountFen: null }],
    });
    await buildRewardActivity({ productScope: 2, scopeValues: [spuId] });
    for (const seed of [seedLoyalty, seedRechargePackages, seedWebsite, seedLives, seedPromotions, seedActivities])
      await (seed as () => Promise<unknown>)().catch(() => undefined);
  });
  afterEach(() => heldClock.release());
  after(() => removeSeeded());

  it("is answered as one that changes something: true, however often it comes", async () => {
    const told: Record<string, string> = {};
    const accepted: string[] = [];
    for (const noun of nouns)
      for (const object of await objectsOf(client, noun)) {
        const otherwise = await sendBack(client, noun, object);
        // Rows of other tests may be past changing (closed, in force, their slot gone): they refuse the first time.
        if (otherwise?.startsWith("0:")) continue;
        if (otherwise) told[noun] = otherwise;
        else accepted.push(noun);
        break;
      }
    expect(told).to.deep.equal({});
    // Made above, so that they can be changed: an update that is refused as it changes nothing is seen here.
    expect(accepted).to.include.members([
      "/admin-api/promotion/discount-activity",
      "/admin-api/promotion/reward-activity",
    ]);
    expect(accepted.length, accepted.join(" ")).to.be.greaterThan(20);
  });
});
