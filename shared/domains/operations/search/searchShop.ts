import { searchSpus } from "#shared/domains/catalog/index.js";
import { searchInvoices } from "#shared/domains/invoice/index.js";
import { findMemberByMobile } from "#shared/domains/member/index.js";
import { searchOperators } from "#shared/domains/operator/index.js";
import { searchPayOrders, searchRefunds } from "#shared/domains/pay/index.js";
import { ordersOfNumber, searchAfterSales, searchOrders, searchParcels } from "#shared/domains/trade/index.js";
import { readSought, type Hit, type Sought } from "#shared/kernel/lists/sought.js";
import { log } from "#shared/kernel/observability/log.js";
import { AccessLogModel, ErrorLogModel } from "../requestLog.models.js";
import { searchJobs, searchRequests } from "./searchJobs.js";
import { searchMembers } from "./searchMembers.js";

/** Every kind, in the order in which they are shown. */
export const searchKinds = [
  "order",
  "payOrder",
  "refund",
  "afterSale",
  "parcel",
  "invoice",
  "member",
  "product",
  "operator",
  "job",
  "request",
  "failedRequest",
] as const;
type SearchKind = (typeof searchKinds)[number];

interface Searched {
  /** That of the kind's list. */
  permission: string;
  search: (sought: Sought) => Promise<Hit[]>;
}

const searched: Readonly<Record<SearchKind, Searched>> = {
  order: { permission: "trade:order:query", search: async (sought) => searchOrders(sought, await memberOf(sought)) },
  payOrder: {
    permission: "pay:order:query",
    search: async (sought) => searchPayOrders(sought, await payOrdersOf(sought)),
  },
  refund: {
    permission: "pay:refund:query",
    search: async (sought) => searchRefunds(sought, await payOrdersOf(sought)),
  },
  afterSale: { permission: "trade:after-sale:query", search: searchAfterSales },
  parcel: { permission: "trade:order:query", search: searchParcels },
  invoice: { permission: "member:invoice:query", search: searchInvoices },
  member: { permission: "member:user:query", search: searchMembers },
  product: { permission: "product:spu:query", search: searchSpus },
  operator: { permission: "system:user:query", search: searchOperators },
  job: { permission: "infra:queue:read", search: searchJobs },
  request: {
    permission: "infra:api-access-log:query",
    search: (sought) => searchRequests(AccessLogModel, sought),
  },
  failedRequest: {
    permission: "infra:api-error-log:query",
    search: (sought) => searchRequests(ErrorLogModel, sought),
  },
};

async function memberOf({ phones: [mobile] }: Sought): Promise<number | undefined> {
  return mobile === undefined ? undefined : (await findMemberByMobile(mobile))?._id;
}

/** Those of the order with the number. */
async function payOrdersOf({ no }: Sought): Promise<number[]> {
  return no === undefined ? [] : (await ordersOfNumber(no)).flatMap(({ payOrderId }) => payOrderId ?? []);
}

/** Within this all kinds have been searched, or are left out. */
const BOUND_MS = 900;

export interface Found {
  /** Kinds without hits are absent. */
  groups: { kind: SearchKind; hits: Hit[] }[];
  /** Kinds that took too long or failed. */
  notSearched: SearchKind[];
}

/** Searches every kind whose list the permissions open, all at once. */
export async function searchShop(typed: string, permissions: readonly string[]): Promise<Found> {
  const sought = readSought(typed);
  if (!sought) return { groups: [], notSearched: [] };
  const may = (permission: string): boolean => permissions.includes("*") || permissions.includes(permission);
  const allowed = searchKinds.filter((kind) => may(searched[kind].permission));
  const found = await eachWithin(
    allowed.map((kind) => ({ name: kind, read: () => searched[kind].search(sought) })),
    BOUND_MS,
  );
  return {
    groups: allowed.flatMap((kind, index) => {
      const hits = found[index] ?? [];
      return hits.length === 0 ? [] : [{ kind, hits }];
    }),
    notSearched: allowed.filter((_, index) => found[index] === undefined),
  };
}

interface Read<T> {
  name: string;
  read: () => Promise<T>;
}

/** What each of them read; undefined for those that failed, or had not ended after `boundMs`. */
export async function eachWithin<T>(reads: readonly Read<T>[], boundMs: number): Promise<(T | undefined)[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), boundMs);
  });
  const reading = reads.map(({ name, read }) =>
    read().catch((error: unknown) => void log.warn({ err: error, kind: name }, "a search failed")),
  );
  try {
    return (await Promise.all(reading.map((one) => Promise.race([one, late])))) as (T | undefined)[];
  } finally {
    clearTimeout(timer);
  }
}
