import { z } from "zod";
import {
  createDocument,
  type oas31,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
  type ZodOpenApiPathsObject,
} from "zod-openapi";
import type { Endpoint } from "../endpoint.js";
import { answersOf } from "./answers.js";

const description = `Responses are {code, data, msg}. \`code\` 0 or 200 is success; anything else is a refusal described in \`msg\`, with \`data\` null, or false where success is a Boolean.

Each operation lists its statuses, and in \`x-codes\` the number and the text of each refusal ({x} takes a value). Codes of a million and more, 4010 and 2000024 come as HTTP 200, the others as the status of the same number. Statuses of the chain (400, 401, 403, 404, 409, 413, 415, 422, 429, 503) follow from an operation's declaration; the other codes are those of all errors in the code that it can reach. So an operation may list a code that its input never leads to; the tests fail by one that it does not list. Not listed is 500: a fault of the shop, in the same envelope.`;

/** The OpenAPI 3.1 document, generated from the endpoints' own schemas. */
export function openApiDocument(endpoints: Endpoint[], serverUrl: string): object {
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of endpoints) {
    const path = templateOf(endpoint.path);
    paths[path] = { ...paths[path], [endpoint.method]: operationOf(endpoint) };
  }
  const document = {
    openapi: "3.1.0",
    info: {
      title: "Member commerce service",
      version: "0.1.0",
      description,
    },
    servers: [{ url: serverUrl }],
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

function operationOf(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { access, input } = endpoint;
  const query = input.query instanceof z.ZodObject ? input.query : undefined;
  const params = input.params instanceof z.ZodObject ? input.params : undefined;
  const header = endpoint.path.startsWith("/callback/") ? undefined : endpoint.idempotent ? withKey : plainHeaders;
  return {
    tags: [
      endpoint.path
        .split("/")
        .slice(1, 3)
        .filter((part) => !/^[:*]/.test(part))
        .join("/"),
    ],
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
