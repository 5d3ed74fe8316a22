import { expect } from "chai";
import { z } from "zod";
import { endpoints } from "#api/routes.js";

/** Names and titles in what is written, by their field. */
const NAME = /^(name|title|label|(.*[a-z])?([nN]ickname|Name|subtitle|Title))$/;
/** Those are no names to be shown, or have a stricter rule of their own. */
const OWN_RULE: Record<string, string> = {
  "app-api/member/user/update nickname": "nicknames.ts: no invisible characters at all",
  "admin-api/member/user/update nickname": "nicknames.ts",
  "invoice title": "what can be drawn and sent",
  "job/trigger name": "names a schedule",
  "infra/file name": "a file's name",
  "upload/create fileName": "a file's name",
  "license domainName": "a domain",
  "refund/redirect realName": "as the bank has it",
  "analytics/collect pageTitle": "told by a page, and cut",
};

interface Field {
  where: string;
  schema: z.ZodType;
}

/** Every field of a schema, with those of its lists and objects. */
function* fieldsOf(schema: z.core.$ZodType, where: string): Generator<Field> {
  if (schema instanceof z.ZodObject)
    for (const [name, field] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
      if (NAME.test(name)) yield { where: `${where} ${name}`, schema: field };
      yield* fieldsOf(field, where);
    }
  else if (schema instanceof z.ZodArray) yield* fieldsOf(schema.element, where);
  else if (schema instanceof z.ZodUnion) for (const option of schema.options) yield* fieldsOf(option, where);
  else if (schema instanceof z.ZodPipe)
    yield* fieldsOf(schema.in instanceof z.ZodTransform ? schema.out : schema.in, where);
  else if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    yield* fieldsOf(schema.unwrap(), where);
}

const isSearch = (path: string): boolean => /\/(page|list|search|living)[^/]*$|(Page|List)$/i.test(path);
const written = endpoints
  .filter(({ method, path }) => method !== "get" && !isSearch(path))
  .flatMap(({ path, input }) => (input.body ? [...fieldsOf(input.body, path)] : []))
  .filter(({ schema }) => schema.safeParse("Abc").success);
const hasOwnRule = (where: string): boolean =>
  Object.keys(OWN_RULE).some((key) => key.split(" ").every((part) => where.includes(part)));
const named = written.filter(({ where }) => !hasOwnRule(where));

describe("names and titles", () => {
  it("are found: those of receivers, products, categories, contents, activities and shops", () => {
    const where = named.map((field) => field.where).join("\n");
    for (const one of ["address/create name", "spu/create name", "category/create name", "pick-up-store/create name"])
      expect(where).to.include(one);
    for (const one of ["seckill-activity/create name", "coupon-template/create name", "live-room/create roomName"])
      expect(where).to.include(one);
    expect(named.length).to.be.greaterThan(60);
  });

  it("are all trimmed, in NFC, hold something to see, and do not change the direction of text", () => {
    const faults: string[] = [];
    for (const { where, schema } of named) {
      const read = (text: string): unknown => {
        const { success, data } = schema.safeParse(text);
        return success ? (data ?? "") : "refused";
      };
      if (read(" \u3000Cafe\u0301\u200b ") !== "Caf\u00e9") faults.push(`${where}: is not trimmed and in NFC`);
      for (const nothing of ["\u3164", "\u2800\u2800", "\u115f", "\u{e0041}", "\u034f", "\ufe0f", "\u00ad\u061c"])
        if (read(nothing) !== "refused") faults.push(`${where}: takes ${JSON.stringify(nothing)}`);
      for (const empty of [" ", "\u200b\u2060", "\ufeff"])
        if (!["refused", ""].includes(read(empty) as string)) faults.push(`${where}: takes ${JSON.stringify(empty)}`);
      for (const turned of ["a\u202egnp.exe", "\u202eabc", "a\u2066b\u2069c", "a\u0000b"])
        if (read(turned) !== "refused") faults.push(`${where}: takes ${JSON.stringify(turned)}`);
      for (const good of ["张三", "نام‌خانوادگی", "👨‍👩‍👧 ❤️", "O’Brien-Smith", "क्षत्रिय"])
        if (read(good) !== good) faults.push(`${where}: changes or refuses ${good}`);
    }
    expect(faults.join("\n")).to.equal("");
  });

  it("a long text of spaces is read in no time", () => {
    const startedAt = performance.now();
    for (const text of [
      " ".repeat(500_000),
      `${" ".repeat(500_000)}x${" ".repeat(500_000)}x`,
      "\u202a".repeat(500_000),
    ])
      for (const { schema } of named.slice(0, 3)) schema.safeParse(text);
    expect(performance.now() - startedAt).to.be.below(2_000);
  });
});
