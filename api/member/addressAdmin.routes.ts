import { z } from "zod";
import { sightOf } from "#api/http/csv/csvExport.js";
import { endpoint, operator } from "#api/http/endpoint.js";
import { LongId } from "#api/http/fields.js";
import { listAddresses } from "#shared/domains/member/index.js";
import { addressView, AddressView } from "./address.views.js";

/** This permission shows mobile numbers in full. */
const SEES_MEMBERS = "member:user:query";

const list = endpoint({
  method: "get",
  path: "/admin-api/member/address/list",
  access: operator("member:address:query"),
  summary: "Lists a member's addresses, newest first; mobiles are masked for operators who may not see the members",
  input: { query: z.object({ userId: LongId }) },
  output: z.array(AddressView),
  handle: async ({ query, actor }) => {
    const sight = sightOf(actor, SEES_MEMBERS);
    return (await listAddresses(query.userId)).map((one) => ({ ...one, mobile: sight.mobile(one.mobile) }));
  },
  view: (addresses) => addresses.map(addressView),
});

export const addressAdminEndpoints = [list];
