import { z } from "zod";
import { maskMobile } from "#api/http/csvExport.js";
import { endpoint, operator } from "#api/http/endpoint.js";
import { LongId } from "#api/http/fields.js";
import { listAddresses } from "#shared/domains/member/index.js";
import { addressView, AddressView } from "./address.views.js";

/** Who has it sees mobile numbers whole. */
const SEES_MEMBERS = "member:user:query";

const list = endpoint({
  method: "get",
  path: "/admin-api/member/address/list",
  access: operator("member:address:query"),
  summary: "A member's addresses, newest first; mobiles are masked for who may not see the members",
  input: { query: z.object({ userId: LongId }) },
  output: z.array(AddressView),
  handle: async ({ query, actor: { permissions } }) => {
    const isWhole = permissions.includes("*") || permissions.includes(SEES_MEMBERS);
    const addresses = await listAddresses(query.userId);
    return isWhole ? addresses : addresses.map((one) => ({ ...one, mobile: maskMobile(one.mobile) }));
  },
  view: (addresses) => addresses.map(addressView),
});

export const addressAdminEndpoints = [list];
