import { z } from "zod";
import { endpoint, member, open } from "#api/http/endpoint.js";
import { enabledExpressCompanies, tradeConfig } from "#shared/domains/trade/index.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";

const int = z.number().int();
const DeliveryCompanyView = z.object({
  id: int,
  code: z.string(),
  name: z.string(),
  logo: z.string(),
  sort: int,
  status: int,
});

const getDeliveryExpressList = endpoint({
  method: "get",
  path: "/app-api/trade/delivery/express/getDeliveryExpressList",
  access: member(),
  summary: "Lists enabled delivery companies",
  output: z.array(DeliveryCompanyView),
  handle: () => enabledExpressCompanies(),
  view: (companies) =>
    companies.map(({ _id, code, name, logo, sort, status }) => ({
      id: _id,
      code,
      name,
      logo: mediaUrl(logo),
      sort,
      status,
    })),
});

const TradeConfigView = z.object({
  afterSaleRefundReasons: z.array(z.string()),
  afterSaleReturnReasons: z.array(z.string()),
});

const getTradeConfig = endpoint({
  method: "get",
  path: "/app-api/trade/config/get",
  access: open(),
  summary: "Lists the reasons that an after-sale may give",
  output: TradeConfigView,
  handle: () => tradeConfig(),
  view: ({ afterSaleRefundReasons, afterSaleReturnReasons }) => ({ afterSaleRefundReasons, afterSaleReturnReasons }),
});

export const deliveryEndpoints = [getDeliveryExpressList, getTradeConfig];
