import type { Endpoint } from "./http/endpoint.js";
import { operatorAuthEndpoints } from "./admin/auth.routes.js";
import { queueEndpoints } from "./admin/queue.routes.js";
import { addressEndpoints } from "./member/address.routes.js";
import { areaEndpoints } from "./member/area.routes.js";
import { authEndpoints } from "./member/auth.routes.js";
import { userEndpoints } from "./member/user.routes.js";
import { mediaEndpoints } from "./media/file.routes.js";
import { brandEndpoints } from "./catalog/brand.routes.js";
import { brandAdminEndpoints } from "./catalog/brandAdmin.routes.js";
import { categoryEndpoints } from "./catalog/category.routes.js";
import { categoryAdminEndpoints } from "./catalog/categoryAdmin.routes.js";
import { propertyEndpoints } from "./catalog/property.routes.js";
import { reviewEndpoints } from "./catalog/review.routes.js";
import { spuEndpoints } from "./catalog/spu.routes.js";
import { spuAdminEndpoints } from "./catalog/spuAdmin.routes.js";
import { cartEndpoints } from "./cart/cart.routes.js";
import { deliveryEndpoints } from "./trade/delivery.routes.js";
import { deliveryAdminEndpoints } from "./trade/deliveryAdmin.routes.js";
import { expressCallbackEndpoints } from "./trade/expressCallback.routes.js";
import { orderEndpoints } from "./trade/order.routes.js";
import { orderAdminEndpoints } from "./trade/orderAdmin.routes.js";
import { orderItemEndpoints } from "./trade/orderItem.routes.js";
import { orderSearchEndpoints } from "./trade/orderSearch.routes.js";
import { trackEndpoints } from "./trade/tracks.routes.js";
import { payAdminEndpoints } from "./pay/admin.routes.js";
import { payCallbackEndpoints } from "./pay/callback.routes.js";
import { payCodePictureEndpoints } from "./pay/codePicture.routes.js";
import { payChannelEndpoints } from "./pay/channel.routes.js";
import { payOrderAdminEndpoints } from "./pay/orderAdmin.routes.js";
import { payOrderEndpoints } from "./pay/order.routes.js";
import { rechargeEndpoints } from "./recharge/recharge.routes.js";
import { rechargeAdminEndpoints } from "./recharge/rechargeAdmin.routes.js";
import { walletEndpoints } from "./wallet/wallet.routes.js";
import { walletAdminEndpoints } from "./wallet/walletAdmin.routes.js";

/** The table of contents: every endpoint of the service, by domain. */
export const endpoints: Endpoint[] = [
  ...authEndpoints,
  ...userEndpoints,
  ...addressEndpoints,
  ...areaEndpoints,
  ...operatorAuthEndpoints,
  ...queueEndpoints,
  ...mediaEndpoints,
  ...categoryEndpoints,
  ...brandEndpoints,
  ...spuEndpoints,
  ...reviewEndpoints,
  ...categoryAdminEndpoints,
  ...brandAdminEndpoints,
  ...propertyEndpoints,
  ...spuAdminEndpoints,
  ...cartEndpoints,
  ...orderEndpoints,
  ...deliveryEndpoints,
  ...orderAdminEndpoints,
  ...orderItemEndpoints,
  ...orderSearchEndpoints,
  ...trackEndpoints,
  ...deliveryAdminEndpoints,
  ...expressCallbackEndpoints,
  ...payOrderEndpoints,
  ...payChannelEndpoints,
  ...payCallbackEndpoints,
  ...payCodePictureEndpoints,
  ...payAdminEndpoints,
  ...payOrderAdminEndpoints,
  ...walletEndpoints,
  ...walletAdminEndpoints,
  ...rechargeEndpoints,
  ...rechargeAdminEndpoints,
];
