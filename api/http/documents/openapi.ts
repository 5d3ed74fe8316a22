import { z } from "zod";
import {
  createDocument,
  type oas31,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
  type ZodOpenApiPathsObject,
} from "zod-openapi";
import type { Language } from "#shared/kernel/request/context.js";
import type { Endpoint } from "../endpoint.js";
import { answersOf } from "./answers.js";
import { addExamples } from "./examples.js";
import { sectionOf, tagsOf } from "./sections.js";

const titles: Record<Language, string> = { en: "Member commerce service", zh: "会员商城服务" };
const descriptions: Record<Language, string> = {
  en: `Responses are {code, data, msg}. \`code\` 0 or 200 is success; anything else is a refusal described in \`msg\`, with \`data\` null, or false where success is a Boolean.

Each operation lists its statuses, and in \`x-codes\` the number and the text of each refusal ({x} takes a value). Codes of a million and more, 4010 and 2000024 come as HTTP 200, the others as the status of the same number. Statuses of the chain (400, 401, 403, 404, 409, 413, 415, 422, 429, 503) follow from an operation's declaration; the other codes are those of all errors in the code that it can reach. So an operation may list a code that its input never leads to; the tests fail by one that it does not list. Not listed is 500: a fault of the shop, in the same envelope.`,
  zh: `响应为 {code, data, msg}。\`code\` 为 0 或 200 表示成功；其他值表示拒绝，原因见 \`msg\`，此时 \`data\` 为 null，若成功值为布尔则为 false。

每个接口列出其 HTTP 状态，并在 \`x-codes\` 中列出可能的错误码及文案（{x} 会替换为具体值）。一百万以上的错误码以及 4010 和 2000024 以 HTTP 200 返回，其余与同名状态一致。公共状态（400、401、403、404、409、413、415、422、429、503）由接口声明得出；其他错误码来自接口可能执行到的代码，因此可能列出实际输入不会触发的错误码，但不会遗漏。未列出的是 500：商城故障，格式相同。`,
};

/** The OpenAPI 3.1 document, generated from the endpoints' own schemas. @param language of the sections' names */
export function openApiDocument(endpoints: Endpoint[], serverUrl: string, language: Language = "en"): object {
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of endpoints) {
    const path = templateOf(endpoint.path);
    paths[path] = { ...paths[path], [endpoint.method]: operationOf(endpoint, language) };
  }
  const document = {
    openapi: "3.1.0",
    info: {
      title: titles[language],
      version: "0.1.0",
      description: descriptions[language],
    },
    servers: [{ url: serverUrl }],
    tags: tagsOf(endpoints, language),
    paths,
    components: {
      securitySchemes: {
        memberToken: { type: "http", scheme: "bearer", description: "Access token of a member" },
        operatorToken: { type: "http", scheme: "bearer", description: "Access token of an operator" },
      },
    },
  } satisfies ZodOpenApiObject;
  const made = createDocument(document, { override: markRequiredFields });
  for (const endpoint of endpoints) markRequiredParameters(endpoint, made.paths?.[templateOf(endpoint.path)]);
  addExamples(made);
  return made;
}

const templateOf = (path: string): string => path.replace(/[:*](\w+)/g, "{$1}");

/**
 * A field is required when its schema rejects undefined. The library decides by the schema's type, and would take any
 * preprocessed field, such as an id that may be text, for optional.
 */
const isNeeded = (schema: z.core.$ZodType): boolean => !z.safeParse(schema, undefined).success;

const markRequiredFields: ZodOpenApiOverride = ({ zodSchema, jsonSchema, io }) => {
  if (io !== "input" || !(zodSchema instanceof z.ZodObject)) return;
  const needed = Object.entries(zodSchema.shape).flatMap(([name, schema]) => (isNeeded(schema) ? [name] : []));
  if (needed.length > 0) jsonSchema.required = needed;
  else delete jsonSchema.required;
};

function markRequiredParameters({ method, input }: Endpoint, path: oas31.PathItemObject | undefined): void {
  if (!(input.query instanceof z.ZodObject)) return;
  for (const parameter of path?.[method]?.parameters ?? []) {
    if (!("in" in parameter) || parameter.in !== "query") continue;
    const schema = input.query.shape[parameter.name];
    if (schema && isNeeded(schema)) parameter.required = true;
  }
}

const security: Record<Endpoint["access"]["kind"], Record<string, string[]>[]> = {
  open: [],
  memberIfSignedIn: [{}, { memberToken: [] }],
  member: [{ memberToken: [] }],
  operator: [{ operatorToken: [] }],
};

const plainHeaders = z.object({
  terminal: z.string().optional().meta({ description: "0, 10, 11, 20 or 31; missing counts as 0" }),
});
const withKey = plainHeaders.extend({
  "Idempotency-Key": z
    .string()
    .max(128)
    .optional()
    .meta({ description: "For 24 h, requests with the same key get the first response" }),
});

function operationOf(endpoint: Endpoint, language: Language): ZodOpenApiOperationObject {
  const { access, input } = endpoint;
  const query = input.query instanceof z.ZodObject ? input.query : undefined;
  const params = input.params instanceof z.ZodObject ? input.params : undefined;
  const header = endpoint.path.startsWith("/callback/") ? undefined : endpoint.idempotent ? withKey : plainHeaders;
  return {
    tags: [sectionOf(endpoint, language)],
    ...(endpoint.summary ? { summary: endpoint.summary } : {}),
    ...(access.kind === "operator" ? { description: `Permission: ${access.permission}` } : {}),
    security: security[access.kind],
    requestParams: { ...(query ? { query } : {}), ...(params ? { path: params } : {}), ...(header ? { header } : {}) },
    ...bodyOf(endpoint),
    ...answersOf(endpoint),
  };
}

function bodyOf({ body, input, fileField }: Endpoint): Pick<ZodOpenApiOperationObject, "requestBody"> {
  if (body === "multipart" || body === "stream") {
    const file = z.string().meta({ override: { type: "string", format: "binary" } });
    const fields = input.body instanceof z.ZodObject ? input.body.shape : {};
    return {
      requestBody: {
        required: true,
        content: { "multipart/form-data": { schema: z.object({ ...fields, [fileField]: file }) } },
      },
    };
  }
  if (body !== "json" || !input.body) return {};
  // The docs page invents an example, unless the schema has one.
  const [example] = (input.body.meta()?.["examples"] as unknown[] | undefined) ?? [];
  return {
    requestBody: {
      required: true,
      content: { "application/json": { schema: input.body, ...(example ? { example } : {}) } },
    },
  };
}
