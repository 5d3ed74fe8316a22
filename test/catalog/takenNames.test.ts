import { expect } from "chai";
import fc from "fast-check";
import { BrandModel, catalogErrors } from "#shared/domains/catalog/index.js";
import { claimId, ClaimModel } from "#shared/kernel/mongo/claims.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { buildOperator } from "#test/factories/operator.js";
import type { Program } from "#scripts/deployment/program.js";
import { secondApi } from "#test/support/secondApi.js";
import { startService } from "#test/support/service.js";

const TAKEN = catalogErrors.BrandNameTaken().code;
const ABSENT = catalogErrors.BrandNotFound().code;

interface Reply {
  code: number;
  data: unknown;
}
interface Brand {
  id: number;
  name: string;
  alive: boolean;
}

describe("a name that one brand at most may have, over two processes", function () {
  let other: Program;
  let bases: string[];
  let token: string;
  before(async () => {
    const { url } = await startService();
    ({ token } = await buildOperator(["*"]));
    other = await secondApi();
    bases = [url, other.url!];
  });
  after(() => other.kill("SIGKILL"));

  /** One call at either process. */
  async function call(at: number, method: string, path: string, body?: object): Promise<Reply> {
    const response = await fetch(`${bases[at % 2]}/admin-api/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return (await response.json()) as Reply;
  }
  const fields = (name: string) => ({ name, picUrl: "", sort: 0, status: 0 });
  const create = (at: number, name: string) => call(at, "POST", "product/brand/create", fields(name));
  const rename = (at: number, id: number, name: string) =>
    call(at, "PUT", "product/brand/update", { id, ...fields(name) });
  const remove = (at: number, id: number) => call(at, "DELETE", `product/brand/delete?id=${id}`);
  const restore = (at: number, id: number) => call(at, "PUT", "infra/recycle/restore", { kind: "brand", id });

  it("asked for at both at once, one has it and the others are refused", async () => {
    const name = `Rush ${await nextId("testNames")}`;
    const replies = await Promise.all(Array.from({ length: 12 }, (_, at) => create(at, name)));
    expect(replies.map(({ code }) => code).toSorted()).to.deep.equal([0, ...Array.from({ length: 11 }, () => TAKEN)]);
    const ids = await Promise.all([0, 1].map(async (at) => (await create(at, `${name} ${at}`)).data as number));
    const renamed = await Promise.all(ids.map((id, at) => rename(at, id, `${name} new`)));
    expect(renamed.map(({ code }) => code).toSorted()).to.deep.equal([0, TAKEN]);
  });

  it("whatever is made, renamed, deleted and brought back, in whatever order, is answered as a book of names would", async () => {
    const step = fc.record({
      act: fc.constantFrom("create" as const, "rename" as const, "remove" as const, "restore" as const),
      row: fc.integer({ min: 0, max: 3 }),
      name: fc.constantFrom("a", "b", "c"),
      at: fc.integer({ min: 0, max: 1 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const run = await nextId("testNames");
        const book: Brand[] = [];
        const isTaken = (name: string, but?: Brand): boolean =>
          book.some((brand) => brand !== but && brand.alive && brand.name === name);
        for (const { act, row, name: letter, at } of steps) {
          const name = `${letter} of ${run}`;
          const brand = book[row];
          if (act === "create") {
            const reply = await create(at, name);
            expect(reply.code, `create ${name}`).to.equal(isTaken(name) ? TAKEN : 0);
            if (reply.code === 0) book.push({ id: reply.data as number, name, alive: true });
          } else if (!brand) continue;
          else if (act === "rename") {
            const reply = await rename(at, brand.id, name);
            expect(reply.code, `rename to ${name}`).to.equal(!brand.alive ? ABSENT : isTaken(name, brand) ? TAKEN : 0);
            if (reply.code === 0) brand.name = name;
          } else if (act === "remove") {
            expect((await remove(at, brand.id)).code, "remove").to.equal(brand.alive ? 0 : ABSENT);
            brand.alive = false;
          } else if (!brand.alive) {
            const reply = await restore(at, brand.id);
            expect(reply.code, `restore ${brand.name}`).to.equal(isTaken(brand.name) ? TAKEN : 0);
            brand.alive ||= reply.code === 0;
          }
        }
        const rows = await BrandModel.find({ name: new RegExp(` of ${run}$`) }).lean();
        const alive = book.filter((brand) => brand.alive);
        expect(rows.map(({ _id, name }) => [_id, name]).toSorted()).to.deep.equal(
          alive.map(({ id, name }) => [id, name]).toSorted(),
        );
        const of = (name: string): string => claimId(BrandModel.collection.name, ["name"], [name]);
        const claims = await ClaimModel.find({ _id: { $in: ["a", "b", "c"].map((name) => of(`${name} of ${run}`)) } });
        expect(claims.map(({ by }) => by).toSorted()).to.deep.equal(alive.map(({ id }) => id).toSorted());
      }),
      { numRuns: 12 },
    );
  });
});
