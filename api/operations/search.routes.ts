import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { int, text, Time } from "#api/http/fields.js";
import { OWN_PROFILE } from "#shared/domains/operator/index.js";
import { searchKinds, searchShop, type Found } from "#shared/domains/operations/index.js";

const SearchQuery = z.object({ text: text(64) });
const Kind = z.enum(searchKinds);
const HitView = z.object({
  kind: Kind,
  id: int,
  /** Its number or name. */
  title: z.string(),
  /** As the kind's list has it: a number as text, or a job's name of it. */
  state: z.string().nullable(),
  /** Fen. */
  amount: int.nullable(),
  /** Whose it is, or of what. */
  about: z.string(),
  time: Time,
  /** What was typed is its whole number, id or mobile. */
  exact: z.boolean(),
  /** Of a parcel: the order in it. */
  orderId: int.nullable(),
});
const FoundView = z.object({
  /** Kinds without hits are absent; at most five hits each, exact ones first, then the most recent. */
  groups: z.array(z.object({ kind: Kind, hits: z.array(HitView) })),
  /** Kinds that took too long or failed. */
  notSearched: z.array(Kind),
});

const foundView = ({ groups, notSearched }: Found): z.input<typeof FoundView> => ({
  groups: groups.map(({ kind, hits }) => ({
    kind,
    hits: hits.map(({ id, title, state, amountFen, about, at, isExact, orderId = null }) => ({
      kind,
      id,
      title,
      state,
      amount: amountFen,
      about,
      time: at.getTime(),
      exact: isExact,
      orderId,
    })),
  })),
  notSearched,
});

const search = endpoint({
  method: "get",
  path: "/admin-api/system/search",
  access: operator(OWN_PROFILE),
  summary:
    "Finds anything by a number, an id, a mobile or its last four digits, a name: a few of each kind whose list the operator may read, within a second. A text of less than two characters finds nothing",
  input: { query: SearchQuery },
  output: FoundView,
  handle: ({ query, actor }) => searchShop(query.text, actor.permissions),
  view: foundView,
});

export const searchEndpoints = [search];
