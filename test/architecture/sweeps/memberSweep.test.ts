import { expect } from "chai";
import type mongoose from "mongoose";
import type { Endpoint } from "#api/http/endpoint.js";
import { endpoints } from "#api/routes.js";
import { signInMember } from "#shared/domains/member/signIn/signInMember.js";
import { config } from "#shared/kernel/config/config.js";
import { models } from "#shared/kernel/mongo/mongo.js";
import { buildAddress } from "#test/factories/address.js";
import { buildMember } from "#test/factories/member.js";
import { clientWith, type Reply } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { writesDuring } from "#test/support/writes.js";
import { fill, leaves, type Leaf } from "../filledInput.js";
import { callsOf, clientIds, isAboutRow, NOBODYS, send, type Call, type Known, type Rows } from "./memberCalls.js";
import { buildMemberOfEverything, idsAsBefore, idsIn, type MemberOfEverything } from "./memberOfEverything.js";

/**
 * Every member endpoint, called by a second member with the ids of a first who has one of everything: the answer is the
 * one that an id of nobody gets, nothing of the first is in it, nothing of the first changes. What is called follows from
 * the endpoints' own schemas; below stands what cannot, or is meant otherwise, with its reason.
 */
const nameOf = ({ method, path }: Endpoint): string => `${method.toUpperCase()} ${path}`;
const ofMembers = endpoints.filter(({ access }) => access.kind === "member" || access.kind === "memberIfSignedIn");

/** Endpoints that are not called here, and why. */
const notCalled: Record<string, string> = {
  "POST /app-api/infra/file/upload": "a form with a file and no field",
  "POST /app-api/cloudvod/vod/uploadVodFile": "a form with a file and no field",
};
/** What a member has for others to see. */
const shownToOthers = new Set([
  "productReviews", // a product's reviews
  "liveRooms", // who streams is watched by all
  "lives",
  "liveMounts",
  "chatGroups",
  "combinationGroups", // groups look for others to join
  "combinationRecords",
  "bargainRecords", // friends help to cut the price
]);
/** What others may move by design. */
const movedByOthers: Record<string, string[]> = {
  "POST /app-api/promotion/bargain-help/create": ["bargainRecords", "bargainHelps"],
  "POST /app-api/cloudlive/live/like": ["lives"],
  "POST /app-api/cloudlive/live/play": ["lives"],
};
/** Where the id that was sent comes back: the caller has it already. */
const echoed: Record<string, string> = {
  "POST /app-api/trade/order/settlement": "the cartId that was sent beside a skuId stands beside it again",
};
/** Whose answer to the first is the one that an id of nobody gets: the calls above tell nothing of these. */
const notReached: Record<string, string> = {
  "POST /app-api/social/getUserPhoneNum": "a code of the platform, of which the sandbox knows none that is made up",
  "POST /app-api/pay/wallet-recharge/create": "a packageId, and packages are the shop's",
};
const words = (...lines: string[]): Set<string> => new Set(lines.flatMap((line) => line.split(" ")));
/** Written without being anybody's property: the machinery, and logs. */
const machinery = words(
  "counters outbox idempotencyKeys leases sealedValues processes deadLetters refreshKeys",
  "loginLogs signInFailures operationLogs notifyTasks notifyTries objectiveCounts queueMinutes queueRollups accessLogs errorLogs",
);
/** Rows that no client ever names. */
const unnamed = words(
  "stockMovements tradeOrderLogs tradeOrderRefunds afterSaleLogs buyerDays payCallbacks activityTakes payAttempts",
  "websiteDownloads walletFreezes activityCounts chatCommands tradeParcels",
);

/** Fields that mean the same everywhere. */
const usual = {
  returnUrl: "http://127.0.0.1:8080/paid",
  channelCode: "social_native",
  displayMode: "qr_code",
  refundPrice: 1,
  deliveryType: 1,
  explainStatus: 0,
};
/** They end the member who calls. */
const endsTheCaller = /\/user\/logoff$|\/auth\/logout$/;

describe("a second member with the first one's ids", () => {
  let first: MemberOfEverything;
  let kept: Rows;
  let privateIds: Set<number>;
  let ids: Known[];
  const { LIMIT_UNPAID_ORDERS, LIMIT_UNPAID_UNITS } = config;
  const unpaidLimits = { LIMIT_UNPAID_ORDERS, LIMIT_UNPAID_UNITS };

  before(async function () {
    // The second member orders once for every id, and pays none of it.
    Object.assign(config, { LIMIT_UNPAID_ORDERS: 0, LIMIT_UNPAID_UNITS: 0 });
    first = await buildMemberOfEverything();
    const mine = new Set([first.member._id]);
    kept = await rowsWith(mine);
    // Then what belongs to these rows without naming the member, such as an order's items.
    const named = new Set(mine);
    for (const [name, rows] of kept)
      for (const key of rows.keys()) if (!shownToOthers.has(name) && /^\d+$/.test(key)) named.add(Number(key));
    kept = await rowsWith(named);
    // Their number stands beside what they show.
    const everyones = new Set([first.member._id, ...idsIn([first.common, first.everyones])]);
    privateIds = new Set([...named].filter((id) => !everyones.has(id)));
    const shown = Object.entries(first.everyones).map(([of, value]) => ({ of, value }));
    ids = [...clientIds(new Map([...kept].filter(([name]) => !unnamed.has(name)))), ...shown];
  });

  after(idsAsBefore);
  after(() => Object.assign(config, unpaidLimits));

  it("has something to look for", () => {
    expect(kept.size).to.be.greaterThan(25);
    expect(privateIds.size).to.be.greaterThan(40);
    expect(ids.length).to.be.greaterThan(40);
  });

  for (const endpoint of ofMembers.filter((one) => !(nameOf(one) in notCalled))) {
    it(nameOf(endpoint), async () => {
      const second = await buildMember();
      const hasAddress = leaves(endpoint).some(({ name }) => name === "addressId");
      const addressId = hasAddress ? (await buildAddress(second.member._id))._id : 0;
      const known = { ...first.common, ...usual, addressId, mobile: second.member.mobile, userId: second.member._id };
      const calls = callsOf(endpoint, known, ids);
      expect(calls.length, "nothing could be filled in").to.be.greaterThan(0);
      const toNobody = new Map<string, string>();
      const writes = await writesDuring(
        async () => {
          for (const call of calls) {
            const reply = await send(second.client, endpoint, call.sent);
            expectNothingOf(reply, call, nameOf(endpoint) in echoed);
            if (call.asks?.of === NOBODYS) toNobody.set(placeOf(call), verdict(reply));
            else if (call.asks && isPrivate(call.asks))
              expect(verdict(reply), JSON.stringify(call)).to.equal(toNobody.get(placeOf(call)));
          }
        },
        { andOfJobs: true },
      );
      const touched = new Set(writes.map(({ collection }) => collection));
      await expectUnchanged(touched, movedByOthers[nameOf(endpoint)] ?? []);
    });
  }

  it("a userId that is the first one's is 403 wherever there is one", async () => {
    const { client } = await buildMember();
    const taking = ofMembers.filter((one) => one.access.kind === "member" && leaves(one).some(isTopLevelUserId));
    expect(taking.length).to.be.greaterThan(5);
    for (const endpoint of taking) {
      const sent = fill(endpoint, { ...first.common, ...usual, userId: first.member._id });
      if (!sent) throw new Error(`${nameOf(endpoint)} cannot be filled in`);
      expect((await send(client, endpoint, sent)).status, nameOf(endpoint)).to.equal(403);
    }
  });

  it("nothing has changed in the end, the jobs' work included", async () => {
    await runJobs();
    await expectUnchanged(new Set(kept.keys()), Object.values(movedByOthers).flat());
  });

  it("the first one gets another answer to these calls, so that they were good ones", async function () {
    const addressId = ids.find(({ of }) => of === "addresses")!.value;
    const known = { ...first.common, ...usual, addressId, userId: first.member._id, mobile: first.member.mobile };
    const missed: string[] = [];
    let { client } = first;
    const called = ofMembers.filter((one) => !(nameOf(one) in notCalled));
    // What takes rows away comes last.
    const takesAway = ({ path }: Endpoint): number => Number(/delete|remove|cancel/i.test(path));
    for (const endpoint of called.sort((a, b) => takesAway(a) - takesAway(b))) {
      if (!leaves(endpoint).some((leaf) => isAboutRow(leaf, known)) || endsTheCaller.test(endpoint.path)) continue;
      // Some of the calls sign a device out.
      if ((await client.get("/app-api/member/user/get")).status === 401)
        client = clientWith((await signInMember(first.member._id)).accessToken);
      const toNobody = new Map<string, string>();
      let isReached = false;
      for (const call of callsOf(endpoint, known, ids).filter(({ asks }) => asks !== undefined)) {
        const reply = await send(client, endpoint, call.sent);
        expect(reply.status, "called too often for this to tell anything").not.to.equal(429);
        isReached = reply.code === 0 || (endpoint.reply === "envelope" && reply.code === 200);
        if (call.asks?.of === NOBODYS) toNobody.set(placeOf(call), verdict(reply));
        else isReached ||= verdict(reply) !== toNobody.get(placeOf(call));
        if (isReached) break;
      }
      if (!isReached) missed.push(nameOf(endpoint));
    }
    expect(missed).to.deep.equal(Object.keys(notReached));
  });

  const isPrivate = ({ of, value }: Known): boolean =>
    typeof value === "number" ? privateIds.has(value) : kept.has(of) && !shownToOthers.has(of) && of !== "lives";

  function expectNothingOf(reply: Reply, { sent }: Call, mayEcho: boolean): void {
    const said = `${reply.text} to ${JSON.stringify(sent)}`;
    expect(reply.status, said).to.be.lessThan(500);
    expect(reply.text.includes(first.marker), said).to.equal(false);
    expect(reply.text.includes(first.member.mobile!), said).to.equal(false);
    const given = new Set(mayEcho ? idsIn(sent) : []);
    const told = idsIn(reply.data ?? null).filter((id) => privateIds.has(id) && !given.has(id));
    expect(told, said).to.deep.equal([]);
  }

  async function expectUnchanged(collections: Set<string>, except: string[]): Promise<void> {
    for (const [name, rows] of kept) {
      if (!collections.has(name) || except.includes(name)) continue;
      const model = models.get(name) as unknown as mongoose.Model<Row>;
      const now = await model.find({ _id: { $in: [...rows.keys()].map(idOf) } }).lean();
      const texts = new Map(now.map((row) => [String(row._id), JSON.stringify(row)]));
      for (const [id, text] of rows) expect(texts.get(id), `${name} ${id}`).to.equal(text);
    }
  }
});

const isTopLevelUserId = ({ name, path, from }: Leaf): boolean =>
  name === "userId" && path.length === 1 && from !== "params";
/** What an answer says beside its data. */
const verdict = ({ status, code, msg }: Reply): string => `${status} ${code} ${msg}`;
/** The field, and whether it was asked by number or by text. */
const placeOf = ({ asks }: Call): string => `${asks?.place} ${typeof asks?.value}`;

interface Row {
  _id: unknown;
}

/** Every row, but those of the machinery, in which one of these ids stands. */
async function rowsWith(ids: Set<number>): Promise<Rows> {
  const found: Rows = new Map();
  for (const [name, model] of models as unknown as Map<string, mongoose.Model<Row>>) {
    if (machinery.has(name)) continue;
    const rows = new Map<string, string>();
    for (const row of await model.find({}).lean())
      if (idsIn(row).some((id) => ids.has(id))) rows.set(String(row._id), JSON.stringify(row));
    if (rows.size > 0) found.set(name, rows);
  }
  return found;
}

const idOf = (key: string): number | string => (/^\d+$/.test(key) ? Number(key) : key);
