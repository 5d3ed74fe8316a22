import { z } from "zod";
import { LongId, text, Time } from "#api/http/fields.js";
import { isPublicKey } from "#shared/domains/media/index.js";
import type { ContentDoc, Json } from "#shared/domains/website/index.js";
import { config } from "#shared/kernel/config/config.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";

/** Shared fields of the website's requests and responses. */

/** An optional field; "" is a value here, which clears it. */
export const maybe = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === null ? undefined : value), schema.optional());

export const Tags = z.array(text(50, 1)).max(30);
/** Sanitized before it is stored. */
export const RichText = z.string().max(200_000);
/** The id of the owning row; null: none. */
export const IdOrNone = LongId.nullable().optional();
export const Sort = z.number().int().min(0).max(1_000_000);

/** The target of a link: an http(s) address or a path of the site; "" is none. */
export const Link = z
  .string()
  .trim()
  .max(500)
  .refine((value) => value === "" || /^(https?:\/\/[^\s<>"'\\]+|\/(?!\/)[^\s<>"'\\]*)$/.test(value), {
    error: "must be an http(s) address or a path",
  });

const MOST_BYTES = 64 * 1024;
const MOST_LEVELS = 8;

/** The reason why a value cannot be stored; undefined when it can. */
function jsonFault(value: unknown): string | undefined {
  if (value === null) return undefined;
  if (typeof value !== "object") return "must be an object or a list";
  if (Buffer.byteLength(JSON.stringify(value)) > MOST_BYTES) return `must be at most ${MOST_BYTES} bytes of JSON`;
  return nestingFault(value, 1);
}

function nestingFault(value: object, level: number): string | undefined {
  if (level > MOST_LEVELS) return `must be nested at most ${MOST_LEVELS} levels deep`;
  for (const [name, inner] of Object.entries(value)) {
    if (name.startsWith("$")) return `must not hold a field called ${name.slice(0, 30)}`;
    const fault = typeof inner === "object" && inner !== null ? nestingFault(inner as object, level + 1) : undefined;
    if (fault) return fault;
  }
  return undefined;
}

const anyJson = { description: "Any JSON object or list, for the site's own pages" };

/** Addresses of our own store become keys, so that a move of the store includes them. */
const withKeys = (text: string): string => {
  const base = `${config.MEDIA_BASE_URL}/`;
  const key = text.startsWith(base) ? text.slice(base.length) : text;
  return isPublicKey(key) ? key : text;
};

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((inner) => mapTexts(inner, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapTexts(inner, change)]));
}

/** An object or a list with any content; null clears it. */
export const JsonField = z
  .custom<Json>((value) => jsonFault(value) === undefined, { error: ({ input }) => jsonFault(input) ?? "" })
  .meta({ override: anyJson })
  .transform((value) => mapTexts(value, withKeys) as Json)
  .meta({ override: anyJson })
  .optional();
export const JsonView = z.custom<Json>((value) => typeof value === "object").meta({ override: anyJson });
/** Keys of stored pictures become their addresses. */
export const shownJson = (value: Json): Json =>
  value === null ? null : (mapTexts(value, (text) => (isPublicKey(text) ? mediaUrl(text) : text)) as Json);

const int = z.number().int();
/** Common fields of the operators' rows. */
export const rowFields = { id: int, sortOrder: int, published: z.boolean(), createTime: Time, updateTime: Time };
export const rowView = ({ _id, sortOrder, published, createdAt, updatedAt }: ContentDoc) => ({
  id: _id,
  sortOrder,
  published,
  createTime: createdAt.getTime(),
  updateTime: updatedAt.getTime(),
});

/** The position of a row, and whether visitors see it. */
export const placeFields = { sortOrder: maybe(Sort), published: maybe(z.boolean()) };
