import { endpoint, member } from "#api/http/endpoint.js";
import { createRecharge, listPackages, pageRecharges } from "#shared/domains/recharge/index.js";
import { countedWhole } from "#shared/kernel/lists/pageOf.js";
import {
  RechargeCreateBody,
  RechargeCreated,
  RechargePackageList,
  RechargePage,
  RechargePageBody,
} from "./recharge.schemas.js";
import { rechargePackageView, rechargeView } from "./recharge.views.js";

const packageList = endpoint({
  method: "get",
  path: "/app-api/pay/wallet-recharge-package/list",
  access: member(),
  summary: "Lists enabled recharge packages, cheapest first",
  output: RechargePackageList,
  handle: () => listPackages(),
  view: (list) => list.map(rechargePackageView),
});

const rechargeCreate = endpoint({
  method: "post",
  path: "/app-api/pay/wallet-recharge/create",
  access: member(),
  summary: "Creates a recharge, paid through its pay order (appId 8); a package sets price and bonus",
  input: { body: RechargeCreateBody },
  output: RechargeCreated,
  idempotent: "transaction",
  handle: ({ body, actor }) =>
    createRecharge(actor.memberId, { payPriceFen: body.payPrice, packageId: body.packageId }),
  view: ({ rechargeId, payOrderId }) => ({ id: rechargeId, payOrderId }),
});

const rechargePage = endpoint({
  method: "post",
  path: "/app-api/pay/wallet-recharge/page",
  access: member(),
  summary: "Lists the member's recharges, newest first",
  input: { body: RechargePageBody },
  output: RechargePage,
  handle: ({ body, actor }) =>
    pageRecharges({ memberId: actor.memberId, payStatus: body.payStatus }, countedWhole(body)),
  view: ({ list, total }) => ({ list: list.map(rechargeView), total }),
});

export const rechargeEndpoints = [packageList, rechargeCreate, rechargePage];
