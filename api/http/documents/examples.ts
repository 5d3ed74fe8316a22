import type { oas31 } from "zod-openapi";
import { examplesOfCalls } from "./examplesOfCalls.js";

const WHY = "No longer needed";
/** What a shop in development has, or takes: the demo member, the first product, a district of Hangzhou. */
const values: Readonly<Record<string, unknown>> = {
  mobile: "13800000001",
  password: "demo1234",
  oldPassword: "demo1234",
  newPassword: "demo5678",
  confirmPassword: "demo5678",
  username: "operator",
  code: "1234",
  smsCode: "1234",
  pageNo: 1,
  pageSize: 10,
  count: 1,
  areaId: 330_106,
  receiverAreaId: 330_106,
  permission: "trade:order:query",
  scope: "trade:order:query",
  members_Account: "1",
  domainName: "shop.example",
  provinceCode: "330000",
  province: "浙江省",
  city: "杭州市",
  district: "西湖区",
  detailAddress: "Wensan Road 1",
  receiverMobile: "13800000001",
  contactMobile: "13800000001",
  phone: "13800000001",
  receiverName: "Li Lei",
  name: "Li Lei",
  nickname: "Li Lei",
  email: "li.lei@example.com",
  keyword: "tea",
  channelCode: "social_native",
  displayMode: "qr_code",
  returnUrl: "http://127.0.0.1:8080/paid",
  url: "https://shop.example/page",
  link: "https://shop.example/page",
  picUrl: "https://shop.example/media/picture.png",
  title: "Example",
  content: "An example",
  remark: "As an example",
  reason: WHY,
  applyReason: WHY,
  description: "An example",
  totp: "123456",
  startTime: "08:00",
  endTime: "10:00",
  openingTime: "08:00",
  closingTime: "20:00",
  day: "2026-01-31",
  secret: "",
  path: "example",
  appKey: "a1b2c3d4",
  fileId: "a1b2c3d4",
  invoicePrice: "1990",
  logisticsNo: "ZT12345678901",
  price: 1_990,
  amount: 1_990,
  payPrice: 1_990,
  refundPrice: 1_990,
  domain: "shop.example",
  companyName: "Example Ltd",
};
/** 2035-01-01 in China, and a week later. */
const FROM = 2_051_193_600_000;
const TO = FROM + 7 * 86_400_000;
/** Fields of which a call is about nothing without them, though they may be missing. */
const usual = new Set(["pageNo", "pageSize", "deliveryType", "addressId", "scene"]);
/** Fields that say which thing is meant, not what to do with it. */
const isId = (name: string): boolean => /^id$|Id$|^ids$/.test(name);

type Schema = oas31.SchemaObject | oas31.ReferenceObject;
type Components = oas31.OpenAPIObject["components"];

/**
 * Puts an example into each body and each needed parameter that has none, so that a call of the documentation can be tried
 * as it stands: what is needed, and what is usual.
 */
export function addExamples(document: oas31.OpenAPIObject): void {
  for (const [path, item] of Object.entries(document.paths ?? {}))
    for (const method of ["get", "post", "put", "delete"] as const) {
      const operation = item[method];
      const more = examplesOfCalls[`${method} ${path}`];
      for (const parameter of operation?.parameters ?? [])
        if ("in" in parameter && parameter.in !== "header" && parameter.schema)
          if (parameter.required)
            parameter.example ??= exampleOf(parameter.schema, parameter.name, document.components);
          else if (more?.[parameter.name] !== undefined) parameter.example ??= more[parameter.name];
      const body = operation?.requestBody;
      if (body === undefined || "$ref" in body) continue;
      const json = body.content["application/json"];
      if (!json?.schema) continue;
      const made: unknown = json.example ?? exampleOf(json.schema, "", document.components);
      json.example = more === undefined ? made : { ...(made as object), ...more };
    }
}

/** @param name of the field that the schema is of */
function exampleOf(given: Schema, name: string, components: Components): unknown {
  const schema = resolved(given, components);
  if (schema.example !== undefined) return schema.example;
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined && schema.default !== null) return schema.default;
  const options = (schema.anyOf ?? schema.oneOf)?.filter((one) => resolved(one, components).type !== "null");
  if (options?.[0]) return exampleOf(options[0], name, components);
  if (schema.allOf?.[0]) return exampleOf(schema.allOf[0], name, components);
  if (schema.enum)
    return values[name] !== undefined && schema.enum.includes(values[name]) ? values[name] : schema.enum[0];
  const [type] = [schema.type ?? []].flat().filter((one) => one !== "null");
  if (type === "object") return objectOf(schema, components);
  if (type === "array") return listOf(schema, name, components);
  if (type === "boolean") return false;
  if (type === "integer" || type === "number") return numberOf(schema, name);
  return type === "string" ? textOf(schema, name) : {};
}

function resolved(schema: Schema, components: Components): oas31.SchemaObject {
  if (!("$ref" in schema) || schema.$ref === undefined) return schema as oas31.SchemaObject;
  const named = components?.schemas?.[schema.$ref.split("/").at(-1)!];
  return named === undefined ? {} : resolved(named as Schema, components);
}

function objectOf(schema: oas31.SchemaObject, components: Components): object {
  const fields = Object.entries(schema.properties ?? {}) as [string, Schema][];
  const needed = new Set(schema.required);
  const saysOnlyWhich = [...needed].every(isId);
  const chosen = fields.filter(
    ([name]) => needed.has(name) || usual.has(name) || (saysOnlyWhich && values[name] !== undefined),
  );
  return Object.fromEntries(chosen.map(([name, field]) => [name, exampleOf(field, name, components)]));
}

function listOf(schema: oas31.SchemaObject, name: string, components: Components): unknown[] {
  if (!schema.items || (schema.maxItems ?? 1) < 1) return [];
  const one = exampleOf(schema.items as Schema, name.replace(/s$/, ""), components);
  return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => one);
}

/** Times are epoch milliseconds. */
const isMoment = (name: string): boolean => /(?:Time|Date)$|^until$/.test(name) && !/^(?:mute|play|use)/.test(name);
const momentOf = (name: string): number => (/^(?:end|until|expir|payExpire)|End/.test(name) ? TO : FROM);

function numberOf({ minimum, exclusiveMinimum, maximum }: oas31.SchemaObject, name: string): number {
  const known = typeof values[name] === "number" ? values[name] : isMoment(name) ? momentOf(name) : 1;
  const least = minimum ?? (typeof exclusiveMinimum === "number" ? exclusiveMinimum + 1 : undefined);
  return Math.min(Math.max(known, least ?? known), maximum ?? Number.MAX_SAFE_INTEGER);
}

function textOf({ format, minLength = 0, maxLength = 1_000 }: oas31.SchemaObject, name: string): string {
  const known = typeof values[name] === "string" ? values[name] : undefined;
  const tries = [known, byFormat[format ?? ""], "Example", "1"];
  const fits = (text: string | undefined): text is string =>
    text !== undefined && text.length >= minLength && text.length <= maxLength;
  return tries.find(fits) ?? "x".repeat(Math.max(1, minLength));
}

const byFormat: Record<string, string> = {
  uri: "https://shop.example/page",
  email: "li.lei@example.com",
  uuid: "0b9e7c1a-5f2d-4a47-9d3c-2f6a1b8c4d5e",
  "date-time": "2026-01-31T08:00:00Z",
  date: "2026-01-31",
};
