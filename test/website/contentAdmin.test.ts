import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import type { OperationLogDoc } from "#shared/domains/audit/index.js";
import { models } from "#shared/kernel/mongo/mongo.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { fresh } from "#test/factories/website.js";
import { call } from "#test/support/client.js";
import { nouns } from "./nouns.js";
import { unversioned } from "#test/support/unversioned.js";

const ADMIN = "/admin-api/website";
const ABSENT = 999_999_999;

const auditOf = async (noun: string, id: number): Promise<OperationLogDoc[]> =>
  (
    await OperationLogModel.find({ module: "website", bizId: String(id) })
      .sort({ _id: 1 })
      .lean<OperationLogDoc[]>()
  ).filter(({ action }) => action.startsWith(`${noun}.`));

describe("operators keep the website's content", () => {
  let all: BuiltOperator;
  before(async () => {
    all = await buildOperator(["*"]);
  });

  for (const { noun, collection, body, named, absent, bad, shown, sortField = "sortOrder" } of nouns) {
    const base = `${ADMIN}/${noun}`;
    const flag = shown ?? { field: "published", on: true, off: false };
    describe(noun, () => {
      it("create answers the id, get the object, update takes it back and changes what is given", async () => {
        const { client } = all;
        const sent = await body();
        const created = await client.post(`${base}/create`, sent);
        expect([created.status, created.code], created.text).to.deep.equal([200, 0]);
        const id: number = created.data;
        const { data } = await client.get(`${base}/get?id=${id}`);
        const expected: Record<string, unknown> = { ...sent, id };
        if (noun === "product") expected["thumbnail"] = data.thumbnail;
        expect(data).to.deep.include(expected);
        expect([data.createTime, data.updateTime].every(Number.isInteger)).to.equal(true);
        const again = await client.put(`${base}/update`, data);
        expect([again.code, again.data], again.msg).to.deep.equal([0, true]);
        const name = fresh("改名");
        expect((await client.put(`${base}/update`, { id, [named]: name })).data).to.equal(true);
        const after = (await client.get(`${base}/get?id=${id}`)).data;
        expect(unversioned({ ...after, updateTime: 0 })).to.deep.equal(
          unversioned({ ...data, [named]: name, updateTime: 0 }),
        );
      });

      it("publish, sort, delete; each write has its audit row, and the deleted row stays with who and when", async () => {
        const { client, operator } = all;
        const id: number = (await client.post(`${base}/create`, await body())).data;
        const get = async (): Promise<any> => (await client.get(`${base}/get?id=${id}`)).data;
        expect((await get())[flag.field]).to.equal(flag.on);
        expect((await client.put(`${base}/publish`, { id, published: false })).data).to.equal(true);
        expect((await get())[flag.field]).to.equal(flag.off);
        expect((await client.put(`${base}/sort`, { id, sortOrder: 99 })).data).to.equal(true);
        expect((await get())[sortField]).to.equal(99);
        expect((await client.put(`${base}/publish`, { id, published: true })).data).to.equal(true);
        expect((await client.delete(`${base}/delete?id=${id}`)).data).to.equal(true);
        expect((await client.get(`${base}/get?id=${id}`)).code).to.equal(absent);
        expect((await client.delete(`${base}/delete?id=${id}`)).code).to.equal(absent);
        const rows = await auditOf(noun, id);
        expect(rows.map(({ action }) => action)).to.deep.equal(
          ["create", "publish", "sort", "publish", "delete"].map((verb) => `${noun}.${verb}`),
        );
        expect(rows[1]).to.deep.include({ before: { published: true }, after: { published: false } });
        expect(rows.every(({ operatorId }) => operatorId === operator._id)).to.equal(true);
        const row = await (models.get(collection) as any).findById(id).setOptions({ withDeleted: true }).lean();
        expect(row.deletedBy).to.equal(operator._id);
        expect(row.deletedAt).to.be.instanceOf(Date);
      });

      it("page: by a part of its name, by what visitors see, by when it was made", async () => {
        const { client } = all;
        const word = fresh("查找");
        const ids: number[] = [];
        for (const published of [true, false]) {
          const id: number = (
            await client.post(`${base}/create`, { ...(await body()), [named]: `${word}(${ids.length})` })
          ).data;
          if (!published) await client.put(`${base}/publish`, { id, published });
          ids.push(id);
        }
        const page = async (query: string): Promise<number[]> => {
          const reply = await client.get(`${base}/page?keyword=${encodeURIComponent(word)}&${query}`);
          expect(reply.code, reply.msg).to.equal(0);
          expect(reply.data.total).to.be.at.least(reply.data.list.length);
          return reply.data.list.map((one: { id: number }) => one.id);
        };
        expect(await page("")).to.have.members(ids);
        expect(await page("published=true")).to.deep.equal([ids[0]]);
        expect(await page("published=false")).to.deep.equal([ids[1]]);
        expect(await page("pageSize=1&pageNo=2")).to.have.length(1);
        expect(await page(`createTime=${Date.now() - 60_000}&createTime=${Date.now() + 60_000}`)).to.have.members(ids);
        expect(await page(`createTime=${Date.now() + 60_000}`)).to.deep.equal([]);
        expect((await client.get(`${base}/page?published=maybe`)).status).to.equal(400);
        expect((await client.get(`${base}/page?createTime=x`)).status).to.equal(400);
      });

      it("bad input is 400 and named, and nothing is written", async () => {
        const { client } = all;
        const good = await body();
        for (const [wrong, field] of bad) {
          const reply = await client.post(`${base}/create`, { ...good, ...wrong });
          expect([reply.status, reply.msg.split(":")[0]], JSON.stringify(wrong).slice(0, 100)).to.deep.equal([
            400,
            field,
          ]);
        }
        for (const name of Object.keys(good)) {
          const reply = await client.post(`${base}/create`, { ...good, [name]: { $gt: "" } });
          expect([reply.status, reply.msg.split(":")[0]], name).to.deep.equal([400, name]);
        }
        for (const verb of ["update", "publish", "sort"])
          expect((await client.put(`${base}/${verb}`, {})).status, verb).to.equal(400);
        for (const query of ["", "?id=x", "?id=0"]) {
          expect((await client.get(`${base}/get${query}`)).status).to.equal(400);
          expect((await client.delete(`${base}/delete${query}`)).status).to.equal(400);
        }
      });

      it("an absent one is reported by its own code", async () => {
        const { client } = all;
        for (const reply of [
          await client.get(`${base}/get?id=${ABSENT}`),
          await client.put(`${base}/update`, { ...(await body()), id: ABSENT }),
          await client.put(`${base}/publish`, { id: ABSENT, published: true }),
          await client.put(`${base}/sort`, { id: ABSENT, sortOrder: 1 }),
          await client.delete(`${base}/delete?id=${ABSENT}`),
        ])
          expect([reply.status, reply.code]).to.deep.equal([200, absent]);
      });

      it("strangers and members are 401; each verb needs its own permission", async () => {
        const member = await buildMember();
        const verbs = [
          ["POST", "create", "create"],
          ["PUT", "update", "update"],
          ["PUT", "publish", "update"],
          ["PUT", "sort", "update"],
          ["DELETE", "delete", "delete"],
          ["GET", "get", "query"],
          ["GET", "page", "query"],
        ] as const;
        const reader = await buildOperator([`website:${noun}:query`]);
        const writer = await buildOperator(["create", "update", "delete"].map((verb) => `website:${noun}:${verb}`));
        for (const [method, verb, permission] of verbs) {
          const statusOf = async (token?: string): Promise<number> =>
            (await call(method, `${base}/${verb}`, method === "GET" || method === "DELETE" ? undefined : {}, { token }))
              .status;
          expect([await statusOf(), await statusOf(member.token)], verb).to.deep.equal([401, 401]);
          const mayRead = permission === "query";
          expect((await statusOf(reader.token)) === 403, `reader ${verb}`).to.equal(!mayRead);
          expect((await statusOf(writer.token)) === 403, `writer ${verb}`).to.equal(mayRead);
        }
      });
    });
  }
});
