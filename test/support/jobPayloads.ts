import { z } from "zod";
import type { JobDefinition } from "#shared/kernel/queue/jobs.js";

/** A JSON schema, as far as payloads need one. */
export interface FieldSchema {
  type?: string;
  properties?: Record<string, FieldSchema>;
  required?: string[];
  items?: FieldSchema;
  anyOf?: FieldSchema[];
  enum?: unknown[];
  const?: unknown;
  minLength?: number;
  format?: string;
}

/** What a payload looks like, by the job's own schema: a job that is added is known here at once. */
export const schemaOf = (job: JobDefinition): FieldSchema =>
  z.toJSONSchema(job.payload, { io: "input", unrepresentable: "any" }) as FieldSchema;

/** A value for a field: by its name where that says what it is, else by its type; undefined where none fits. */
type ValueFor = (name: string, schema: FieldSchema) => unknown;

/** A payload with a value in every field; what `valueFor` leaves out gets the plainest of its type. */
export function payloadOf(schema: FieldSchema, valueFor: ValueFor, name = ""): unknown {
  const chosen = valueFor(name, schema);
  if (chosen !== undefined) return chosen;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return payloadOf(schema.anyOf[0]!, valueFor, name);
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([field, inner]) => [field, payloadOf(inner, valueFor, field)]),
      );
    case "array":
      // "orderIds" holds what "orderId" is.
      return [payloadOf(schema.items ?? {}, valueFor, name.replace(/s$/, ""))];
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return true;
    case "string":
      return schema.format === "date-time" ? new Date(0).toISOString() : "x".repeat(schema.minLength ?? 1);
    default:
      return null;
  }
}

/** Every field of a payload by its path, with its schema; arrays and alternatives are looked into. */
export function fieldsOf(schema: FieldSchema, path = ""): [path: string, schema: FieldSchema][] {
  const own: [string, FieldSchema][] = path === "" ? [] : [[path, schema]];
  const inner = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])].flatMap((one) =>
    fieldsOf(one, path).filter(([, found]) => found.type !== "null"),
  );
  const named = Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
    fieldsOf(one, path === "" ? name : `${path}.${name}`),
  );
  return [...own, ...inner, ...named];
}
