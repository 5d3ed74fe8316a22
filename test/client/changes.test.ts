import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect } from "chai";
import { compareDocuments } from "#api/http/documents/changes/compareDocuments.js";
import { wordsOf } from "#api/http/documents/changes/changeWords.js";
import { readReleased } from "#api/http/documents/changes/released.js";
import { endpoints } from "#api/routes.js";
import { memberDocument } from "#scripts/client/documents.js";
import { changelogLine, changesSinceRelease, untold } from "#scripts/client/release.js";

const root = resolve(import.meta.dirname, "../..");
const changelog = readFileSync(resolve(root, "shared/docs/changelog.md"), "utf8");

type Fields = Record<string, object>;
const objectOf = (properties: Fields, required: string[] = Object.keys(properties)): object => ({
  type: "object",
  properties,
  required,
});
const answerOf = (data: object): object => objectOf({ code: { const: 0 }, data, msg: { type: "string" } });
const refusal = objectOf({ code: { enum: [1_001_000_001] }, data: { type: "null" }, msg: { type: "string" } });
interface Call {
  body?: object;
  data?: object;
  parameters?: object[];
  security?: object[];
  codes?: object;
  refused?: boolean;
}

/** A document of one call. */
function documentOf({ body, data = { type: "boolean" }, refused = false, ...more }: Call, path = "/thing"): object {
  const success = answerOf(data);
  const schema = refused ? { oneOf: [success, refusal] } : success;
  return {
    openapi: "3.1.0",
    paths: {
      [path]: {
        post: {
          ...(body ? { requestBody: { content: { "application/json": { schema: body } } } } : {}),
          responses: { 200: { content: { "application/json": { schema } } } },
          parameters: more.parameters ?? [],
          security: more.security ?? [],
          "x-codes": more.codes ?? {},
        },
      },
    },
  };
}
/** "breaks: the body's name is always there", or the same without the first word. */
const told = (before: object, after: object): string[] =>
  compareDocuments(before, after).map((one) => `${one.breaks ? "breaks: " : ""}${wordsOf(one)[0]}`);
const text = { type: "string" };
const count = { type: "integer" };

describe("the changes of the interface", () => {
  it("since the release that break members' clients are told by shared/docs/changelog.md", () => {
    const changes = changesSinceRelease(memberDocument(endpoints));
    expect(untold(changes, changelog).map(changelogLine)).to.deep.equal([]);
  });

  it("are compared with a release whose version the client's changelog knows", () => {
    const { version, document, history } = readReleased();
    expect(readFileSync(resolve(root, "scripts/client/CHANGELOG.md"), "utf8")).to.include(`\n## ${version}\n`);
    expect(history[0]?.version).to.equal(version);
    expect(Object.keys((document as { paths: object }).paths)).to.include("/app-api/trade/order/create");
  });

  it("are none between a document and itself", () => {
    const document = memberDocument(endpoints);
    expect(compareDocuments(document, structuredClone(document))).to.deep.equal([]);
  });

  it("are found in the interface as it is", () => {
    const [before, after] = [memberDocument(endpoints), structuredClone(memberDocument(endpoints))] as [
      object,
      { paths: Record<string, { post: { requestBody: any; responses: any } }> },
    ];
    const { requestBody, responses } = after.paths["/app-api/trade/order/create"]!.post;
    requestBody.content["application/json"].schema.required.push("addressId");
    delete responses["200"].content["application/json"].schema.oneOf[0].properties.data.properties.payOrderId;
    expect(told(before, after)).to.deep.equal([
      "breaks: the body's addressId is always there",
      "breaks: the answer's data.payOrderId is gone",
    ]);
  });

  it("a call that is gone breaks clients, a new one does not, and the changelog has to tell of the former", () => {
    const changes = compareDocuments(documentOf({}, "/old"), documentOf({}, "/new"));
    expect(changes.map(({ call, kind, breaks }) => [call, kind, breaks])).to.deep.equal([
      ["POST /old", "removed", true],
      ["POST /new", "added", false],
    ]);
    expect(untold(changes, "")).to.deep.equal(["POST /old"]);
    expect(untold(changes, "- Breaks clients: `POST /older`")).to.deep.equal(["POST /old"]);
    expect(untold(changes, "text\n- Breaks clients: `POST /old`: take the new one\n")).to.deep.equal([]);
  });

  it("what is sent may become wider, not narrower", () => {
    const of = (properties: Fields, required?: string[]): object =>
      documentOf({ body: objectOf(properties, required) });
    expect(told(of({ name: text }, []), of({ name: text }))).to.deep.equal(["breaks: the body's name is always there"]);
    expect(told(of({ name: text }), of({ name: text }, []))).to.deep.equal(["the body's name may be missing"]);
    expect(told(of({}), of({ name: text }))).to.deep.equal(["breaks: the body's name is new"]);
    expect(told(of({}), of({ name: text }, []))).to.deep.equal(["the body's name is new"]);
    expect(told(of({ name: text }), of({}))).to.deep.equal(["the body's name is gone"]);
    expect(told(of({ name: text }), of({ name: count }))).to.deep.equal([
      "breaks: the body's name is integer, was string",
    ]);
    expect(told(of({ name: count }), of({ name: { type: ["integer", "string"] } }))).to.deep.equal([
      "the body's name is integer | string, was integer",
    ]);
    const [one, two] = [{ enum: [1] }, { enum: [1, 2] }];
    expect(told(of({ a: two }), of({ a: one }))[0]).to.match(/^breaks: the body's a has the values 1, had 1 \| 2/);
    expect(told(of({ a: one }), of({ a: two }))[0]).to.match(/^the body's a has the values/);
    const most = (maxLength: number): object => of({ a: { ...text, maxLength } });
    expect(told(most(9), most(5))[0]).to.match(/^breaks: the body's a has another bound/);
    expect(told(most(5), most(9))[0]).to.match(/^the body's a has another bound/);
    const rows = (fields: Fields): object => of({ rows: { type: "array", items: objectOf(fields) } });
    expect(told(rows({}), rows({ id: count }))).to.deep.equal(["breaks: the body's rows[].id is new"]);
  });

  it("what is answered may become narrower, not wider", () => {
    const of = (data: object): object => documentOf({ data, refused: true });
    expect(told(of(objectOf({ id: count })), of(objectOf({})))).to.deep.equal(["breaks: the answer's data.id is gone"]);
    expect(told(of(objectOf({})), of(objectOf({ id: count })))).to.deep.equal(["the answer's data.id is new"]);
    const mayBeNull = { anyOf: [text, { type: "null" }] };
    expect(told(of(text), of(mayBeNull))).to.deep.equal(["breaks: the answer's data is null | string, was string"]);
    expect(told(of(mayBeNull), of(text))).to.deep.equal(["the answer's data is string, was null | string"]);
    expect(told(of({ enum: [0] }), of({ enum: [0, 10] }))[0]).to.match(/^breaks: the answer's data has the values/);
    expect(told(of(objectOf({ id: count })), of(objectOf({ id: count }, [])))).to.deep.equal([
      "breaks: the answer's data.id may be missing",
    ]);
    const either = (id: object): object => of({ anyOf: [objectOf({ id }), objectOf({ name: text })] });
    expect(told(either(count), either(text))).to.deep.equal(["breaks: the answer's data.id is string, was integer"]);
    // Whether a call may refuse at all says nothing of its success.
    expect(told(documentOf({ data: text }), of(text))).to.deep.equal([]);
  });

  it("who may call, with which parameters, and what may be refused", () => {
    const signedIn = [{ memberToken: [] }];
    expect(told(documentOf({}), documentOf({ security: signedIn }))).to.deep.equal(["breaks: needs a sign-in"]);
    expect(told(documentOf({}), documentOf({ security: [{}, ...signedIn] }))).to.deep.equal([]);
    expect(told(documentOf({ security: signedIn }), documentOf({}))).to.deep.equal(["needs no sign-in any more"]);
    const at = (required: boolean): object =>
      documentOf({ parameters: [{ in: "query", name: "id", required, schema: count }] });
    expect(told(documentOf({}), at(true))).to.deep.equal(["breaks: needs the parameter id"]);
    expect(told(documentOf({}), at(false))).to.deep.equal(["takes the parameter id"]);
    expect(told(at(false), at(true))).to.deep.equal(["breaks: needs the parameter id"]);
    expect(told(documentOf({}), documentOf({ codes: { 429: "" } }))).to.deep.equal(["may refuse with 429"]);
    expect(told(documentOf({}), documentOf({ body: objectOf({}) }))[0]).to.match(/^breaks: takes application\/json/);
  });

  it("has words in both languages for every kind of change", () => {
    const of = (properties: Fields): object => documentOf({ body: objectOf(properties) });
    for (const change of compareDocuments(of({ a: text, b: text }), of({ a: count, c: text }))) {
      const [en, zh] = wordsOf(change);
      expect(en).to.match(/^[a-z].*'s [abc] /);
      expect(zh).to.match(/^请求体的 [abc].*[\u4e00-\u9fff]/);
    }
  });

  it("follows references, also those that lead to themselves", () => {
    const of = (fields: Fields): object => ({
      ...documentOf({ data: { $ref: "#/components/schemas/Tree" } }),
      components: {
        schemas: {
          Tree: objectOf({ ...fields, children: { type: "array", items: { $ref: "#/components/schemas/Tree" } } }),
        },
      },
    });
    expect(told(of({ id: count }), of({}))).to.deep.equal(["breaks: the answer's data.id is gone"]);
  });
});
