import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect } from "chai";
import { z } from "zod";
import type { Endpoint } from "#api/http/endpoint.js";
import { inputRefusal } from "#api/http/inputFaults.js";
import { endpoints } from "#api/routes.js";
import { signInMember } from "#shared/domains/member/signIn/signInMember.js";
import { AddressRefused, checkGuardedUrl } from "#shared/kernel/http/addressGuard.js";
import { withContext } from "#shared/kernel/request/context.js";
import { errors, errorText } from "#shared/kernel/request/errors.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { call } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

/** A reader of Chinese is told in Chinese why an input is refused; names of fields and values stay as they are. */
const root = resolve(import.meta.dirname, "../..");
const sources = ["api", "shared/domains", "shared/kernel"].flatMap((folder) =>
  readdirSync(resolve(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !(folder === "api" && path.startsWith("console/")))
    .map((path) => `${folder}/${path}`)
    .filter((path) => !/^shared\/kernel\/config\/|^shared\/kernel\/request\/inputReasons/.test(path)),
);
const literal = '("(?:[^"\\\\\\n]|\\\\.)*"|`[^`]*`)';
const each = (text: string, pattern: string): string[] =>
  [...text.matchAll(new RegExp(pattern, "g"))].map(([, found]) => found!);

/** Where a source says why it refuses an input. */
const places = [
  `\\b(?:error|reason): *\\n? *${literal}`,
  `addIssue\\(\\{[^}]*?message: *${literal}`,
  `\\b(?:refuse|refused)\\((?:[^()"\`]*"?[^()"\`]*"?[^()"\`]*, *)?${literal}\\)`,
  `\\.(?:regex|refine|email|url|min|max|length)\\([^;{]*?[,(]\\s*${literal},?\\s*\\)`,
];
/** What begins as a reason does, wherever it stands. */
const sentence = '((?:"(?=(?:must|is|cannot|has|names) )[^"\\n]*"|`(?=(?:must|is|cannot|has|names) )[^`]*`))';
/** Both languages stand beside each other. */
const bothWays = /\? *["`][^"`]*["`]\s*: *["`][^"`]*["`]|["`][^"`]*["`], *["`][^"`]*[\u4e00-\u9fff][^"`]*["`]/g;
/** Sources that say all of it in both languages themselves. */
const bilingual = new Set(["api/http/inputFaults.ts"]);

function reasonsIn(path: string): string[] {
  const text = readFileSync(resolve(root, path), "utf8").replace(bothWays, "");
  const refuses = path.startsWith("api/") || text.includes("BadInput(");
  if (!refuses || bilingual.has(path)) return [];
  return [...places, sentence]
    .flatMap((pattern) => each(text, pattern))
    .map((found) =>
      found
        .slice(1, -1)
        .replace(/\\(.)/g, "$1")
        .replace(/\$\{[^}]*\}/g, "7"),
    )
    .filter((reason) => reason.includes(" "));
}

const inChinese = (reason: string): string => errorText(errors.BadInput({ field: "x", reason }), "zh");
/** Two words of English prose in a row, after the field's name. */
const isEnglish = (msg: string): boolean => /[A-Za-z']{2,} +[A-Za-z']{2,}/.test(msg.slice(msg.indexOf("：") + 1));

const inZh = <T>(fn: () => T): T => withContext({ requestId: "zh", language: "zh" }, fn);

const nameOf = ({ method, path }: Endpoint): string => `${method.toUpperCase()} ${path}`;
type Shape = Record<string, z.ZodType>;
function shapeOf(schema: z.ZodType | undefined): { shape: Shape; isList: boolean } {
  if (schema instanceof z.ZodObject) return { shape: schema.shape as Shape, isList: false };
  if (schema instanceof z.ZodArray) return { ...shapeOf(schema.element as z.ZodType), isList: true };
  if (schema instanceof z.ZodPipe) return shapeOf(schema.def.in as z.ZodType);
  return { shape: {}, isList: false };
}
/** One wrong value for every field. */
const wrong: Record<string, (long: number) => unknown> = {
  missing: () => undefined,
  letter: () => "x",
  negative: () => -1,
  fraction: () => 0.5,
  huge: () => 9e15,
  long: (long) => "长 x".repeat(long),
  list: () => ["x"],
  object: () => ({ x: 1 }),
  nothing: () => null,
};
function filledWith(schema: z.ZodType | undefined, kind: string, long: number): unknown {
  const { shape, isList } = shapeOf(schema);
  const row = Object.fromEntries(
    Object.keys(shape).flatMap((name) => {
      const value = wrong[kind]!(long);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return isList ? [row] : row;
}

/** A call with one wrong value for every field; none where the input is taken, since that would do something. */
function callWith(endpoint: Endpoint, kind: string): { endpoint: Endpoint; path: string; body: unknown }[] {
  const { body, query } = endpoint.input;
  const isRefused = (schema: z.ZodType | undefined, input: unknown): boolean =>
    schema?.safeParse(input).success === false;
  const sent = body && filledWith(body, kind, 700);
  if (isRefused(body, sent)) return [{ endpoint, path: endpoint.path, body: sent }];
  const asText = Object.fromEntries(
    Object.entries(filledWith(query, kind, 20) as object).map(([name, value]) => [name, String(value)]),
  );
  if (!isRefused(query, asText)) return [];
  return [{ endpoint, path: `${endpoint.path}?${new URLSearchParams(asText).toString()}`, body: sent }];
}

describe("reasons of a refused input under Accept-Language zh", () => {
  before(startService);

  it("are found where the sources say them", () => {
    const found = new Set(sources.flatMap(reasonsIn));
    expect(found.size).to.be.greaterThan(100);
    for (const one of ["must be a mobile number", "is cut off", "is required for 7", "is empty", "must be an id"])
      expect([...found], one).to.include(one);
  });

  it("are each in the list of reasons", () => {
    const missing = sources.flatMap((path) =>
      reasonsIn(path)
        .filter((reason) => inChinese(reason) === `x：${reason}` || isEnglish(inChinese(reason)))
        .map((reason) => `${path}: ${reason}`),
    );
    expect([...new Set(missing)]).to.deep.equal([]);
  });

  it("are Chinese with what was put in, and English to a reader of English", () => {
    const refusal = errors.BadInput({ field: "displayMode", reason: "must be one of app, qr_code for social_native" });
    expect(errorText(refusal, "zh")).to.equal("displayMode：使用 social_native 时必须是以下之一：app, qr_code");
    expect(errorText(refusal, "en")).to.equal("displayMode: must be one of app, qr_code for social_native");
    expect(inChinese("必填")).to.equal("x：必填");
    expect(inChinese("must not hold a field called $& {field}")).to.equal("x：不能包含名为 $& {field} 的字段");
  });

  it("are Chinese for an address that the service must not call", () => {
    for (const address of ["x", "https://a:b@example.com", "http://example.com", "https://127.0.0.1"])
      expect(() => checkGuardedUrl(address, []), address)
        .to.throw(AddressRefused)
        .that.satisfies((refused: Error) => {
          const msg = inChinese(refused.message);
          return msg.startsWith("x：地址 ") && !isEnglish(msg);
        });
  });

  it("are Chinese for every fault of every schema", () => {
    const english = new Set<string>();
    let faults = 0;
    for (const endpoint of endpoints)
      for (const schema of [endpoint.input.body, endpoint.input.query, endpoint.input.params])
        for (const kind of Object.keys(wrong)) {
          const input = filledWith(schema, kind, 100_000);
          // The library finds its words when the error is first read.
          const issues = inZh(() => schema?.safeParse(input, { reportInput: true }).error?.issues);
          for (const issue of issues ?? []) {
            faults++;
            const msg = errorText(inputRefusal(new z.ZodError([issue]), "zh"), "zh");
            if (isEnglish(msg)) english.add(`${nameOf(endpoint)} ${kind}: ${msg.slice(0, 200)}`);
          }
        }
    expect(faults).to.be.greaterThan(5_000);
    expect([...english]).to.deep.equal([]);
  });

  it("are Chinese in the answers, and nothing is a surprise", async function () {
    const { member } = await buildMember();
    const { token: operatorToken } = await buildOperator(["*"]);
    const memberToken = (await signInMember(member._id)).accessToken;
    const tokens = { open: "", memberIfSignedIn: "", member: memberToken, operator: operatorToken };
    const called = endpoints.filter(({ path, body, reply }) => {
      const isForm = body === "raw" || body === "multipart" || body === "stream";
      return !/[:*]/.test(path) && !isForm && reply !== "html";
    });
    const calls = called.flatMap((endpoint) =>
      ["missing", "letter", "negative", "long", "list"].flatMap((kind) => callWith(endpoint, kind)),
    );
    const faults: string[] = [];
    let refused = 0;
    for (let at = 0; at < calls.length; at += 16)
      await Promise.all(
        calls.slice(at, at + 16).map(async ({ endpoint, path, body }) => {
          const method = endpoint.method.toUpperCase() as "GET" | "POST" | "PUT" | "DELETE";
          const token = tokens[endpoint.access.kind];
          const reply = await call(method, path, body, { token, headers: { "accept-language": "zh-CN" } });
          if (reply.code === 400) refused++;
          if (reply.status >= 500 || (reply.code === 400 && isEnglish(reply.msg)))
            faults.push(`${nameOf(endpoint)}: ${reply.status} ${reply.msg.slice(0, 200)}`);
        }),
      );
    expect(faults).to.deep.equal([]);
    expect(refused).to.be.greaterThan(500);
  });

  it("are Chinese where a use case refuses", async () => {
    const { token } = await buildOperator(["*"]);
    const signIn = "/app-api/member/auth/social-auth-redirect";
    const merchant = { appId: "wx0123456789abcdef" };
    const channel = (config: object) => ({ appId: 1, code: "social_native", status: 0, feeRate: 0.6, config });
    const create = (config: object) =>
      ["POST", "/admin-api/pay/channel/create", channel({ ...merchant, ...config })] as const;
    for (const [[method, path, body], msg] of [
      [["GET", `${signIn}?type=31&redirectUri=https://stranger.example/x`], "redirectUri：不是登录后允许返回的地址"],
      [["GET", `${signIn}?type=34&redirectUri=https://stranger.example/x`], "type：必须是以下之一：31, 32"],
      [["POST", "/app-api/member/auth/send-sms-code", "{"], "body：不是有效的 JSON"],
      [create({ mchId: "x" }), "config.mchId：必须是数字"],
      [create({ mchId: 7 }), "config.mchId：类型不正确"],
      [create({ mchId: "1234567" }), "config.certSerialNo：填写了其他商户信息时必填"],
    ] as const) {
      const reply = await call(method, path, body, { token, headers: { "accept-language": "zh" } });
      expect([reply.status, reply.msg], path).to.deep.equal([400, msg]);
    }
  });
});
