import type { Endpoint } from "./http/endpoint.js";
import { operatorAuthEndpoints } from "./admin/auth.routes.js";
import { addressEndpoints } from "./member/address.routes.js";
import { areaEndpoints } from "./member/area.routes.js";
import { authEndpoints } from "./member/auth.routes.js";
import { userEndpoints } from "./member/user.routes.js";
import { mediaEndpoints } from "./media/file.routes.js";
import { brandEndpoints } from "./catalog/brand.routes.js";
import { categoryEndpoints } from "./catalog/category.routes.js";
import { spuEndpoints } from "./catalog/spu.routes.js";
import { cartEndpoints } from "./cart/cart.routes.js";
import { deliveryEndpoints } from "./trade/delivery.routes.js";
import { orderEndpoints } from "./trade/order.routes.js";
import { orderAdminEndpoints } from "./trade/orderAdmin.routes.js";
import { payAdminEndpoints } from "./pay/admin.routes.js";
import { payCallbackEndpoints } from "./pay/callback.routes.js";
import { payChannelEndpoints } from "./pay/channel.routes.js";
import { payOrderEndpoints } from "./pay/order.routes.js";

/** The table of contents: every endpoint of the service, by domain. */
export const endpoints: Endpoint[] = [
  ...authEndpoints,
  ...userEndpoints,
  ...addressEndpoints,
  ...areaEndpoints,
  ...operatorAuthEndpoints,
  ...mediaEndpoints,
  ...categoryEndpoints,
  ...brandEndpoints,
  ...spuEndpoints,
  ...cartEndpoints,
  ...orderEndpoints,
  ...deliveryEndpoints,
  ...orderAdminEndpoints,
  ...payOrderEndpoints,
  ...payChannelEndpoints,
  ...payCallbackEndpoints,
  ...payAdminEndpoints,
];
