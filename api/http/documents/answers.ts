import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from "zod-openapi";
import { declaredErrors } from "#shared/kernel/request/errors.js";
import type { Endpoint } from "../endpoint.js";
import { successCode } from "../envelope.js";
import { httpStatus } from "../errors.js";
import { codesOf } from "./codes.js";

type Content = NonNullable<ZodOpenApiResponseObject["content"]>;

/** Every answer of an endpoint by its status, and the texts of its codes. */
export function answersOf(endpoint: Endpoint): Pick<ZodOpenApiOperationObject, "responses"> & { "x-codes": object } {
  const texts = new Map(declaredErrors().map(({ code, en }) => [code, en]));
  const codes = [...codesOf(endpoint)].filter((code) => texts.has(code)).sort((a, b) => a - b);
  const byStatus = new Map<number, number[]>();
  for (const code of codes) byStatus.set(httpStatus(code), [...(byStatus.get(httpStatus(code)) ?? []), code]);
  const responses: ZodOpenApiResponsesObject = {};
  const statuses = new Set([...byStatus.keys(), ...ownStatuses(endpoint)]);
  for (const status of [...statuses].sort((a, b) => a - b))
    responses[`${status}` as "200"] = answerOf(endpoint, status, byStatus.get(status) ?? []);
  return { responses, "x-codes": Object.fromEntries(codes.map((code) => [code, texts.get(code)])) };
}

const ownStatuses = ({ reply, replies, hasEtag }: Endpoint): number[] => [
  ...(reply === "envelope" ? [200] : Object.keys(replies).map(Number)),
  ...(hasEtag ? [304] : []),
];

function answerOf(endpoint: Endpoint, status: number, codes: number[]): ZodOpenApiResponseObject {
  if (endpoint.reply === "envelope" && status === 200) return enveloped(endpoint, codes);
  if (status === 304) return { description: "The ETag of If-None-Match is the current one" };
  const own = endpoint.replies[status];
  if (own === undefined) return refused(endpoint, status, codes);
  const content: Content = Object.fromEntries(own.map((type) => [type, { schema: schemaOf(type) }]));
  const isSaid = content["application/json"] !== undefined;
  // The handler's own words, and the envelope of what is refused around it.
  if (codes.length > 0 && !isSaid) content["application/json"] = { schema: refusal(endpoint, codes) };
  if (Object.keys(content).length === 0) return { description: names[status] ?? "Without a body" };
  return { description: names[status] ?? "Not enveloped", content };
}

const schemaOf = (type: string): z.ZodType =>
  type === "application/json"
    ? z.record(z.string(), z.unknown())
    : z.string().meta(type.startsWith("text/") ? {} : { override: { type: "string", format: "binary" } });

function enveloped(endpoint: Endpoint, codes: number[]): ZodOpenApiResponseObject {
  const success = z.object({
    code: z.literal(successCode(endpoint.path)),
    data: endpoint.output ?? z.null(),
    msg: z.string(),
  });
  const schema = codes.length > 0 ? z.discriminatedUnion("code", [success, refusal(endpoint, codes)]) : success;
  const description = codes.length > 0 ? "Success, or a refusal: see `code`" : "Success";
  return { description, content: { "application/json": { schema } } };
}

const refusal = ({ failureData }: Endpoint, codes: number[]) =>
  z.object({
    code: z.literal(codes).meta({ override: { type: "integer" } }),
    data: failureData === false ? z.literal(false) : z.null(),
    msg: z.string(),
  });

/** The same for many endpoints: one component. */
function refused(endpoint: Endpoint, status: number, codes: number[]): ZodOpenApiResponseObject {
  // An address is limited before a path with parameters is looked up: nobody knows then what its success would be.
  const isEarly = endpoint.failureData === false && /[:*]/.test(endpoint.path);
  const kind = isEarly ? "Early" : endpoint.failureData === false ? "False" : "";
  const id = `Refused${kind}${[status, ...codes.filter((code) => code !== status)].join("_")}`;
  const found = shared.get(id);
  if (found) return found;
  const early = z.object({ ...refusal(endpoint, codes).shape, data: z.literal([false, null]) });
  const made: ZodOpenApiResponseObject = {
    id,
    description: names[status] ?? "Refused",
    content: { "application/json": { schema: isEarly ? early : refusal(endpoint, codes) } },
  };
  shared.set(id, made);
  return made;
}
const shared = new Map<string, ZodOpenApiResponseObject>();

const names: Record<number, string> = {
  204: "Received",
  206: "A part of the file",
  302: "Elsewhere",
  400: "Bad input: `msg` names the field",
  401: "Not signed in",
  403: "Not allowed",
  404: "Not found",
  409: "A request with this Idempotency-Key is still running",
  410: "Over",
  413: "The body is too large",
  415: "The body has another type",
  416: "The file has no such range",
  422: "The Idempotency-Key was used with another body",
  429: "Too many requests: `Retry-After` says when to try again",
  503: "Not ready yet: try again after `Retry-After`",
};
