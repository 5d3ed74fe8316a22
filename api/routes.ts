import type { Endpoint } from "./http/endpoint.js";
import { operationLogEndpoints } from "./audit/operationLog.routes.js";
import { operatorAuthEndpoints } from "#api/operator/auth.routes.js";
import { operatorEndpoints } from "#api/operator/operator.routes.js";
import { operatorSessionEndpoints } from "#api/operator/operatorSession.routes.js";
import { listPermissions } from "#api/operator/permissionList.js";
import { profileEndpoints } from "#api/operator/profile.routes.js";
import { flowEndpoints } from "#api/operations/flow/flow.routes.js";
import { processEndpoints } from "#api/operations/processes/process.routes.js";
import { trialEndpoints } from "#api/operations/trials/trial.routes.js";
import { objectiveEndpoints } from "#api/operations/queues/objective.routes.js";
import { queueEndpoints } from "#api/operations/queues/queue.routes.js";
import { deadLetterEndpoints } from "#api/operations/queues/deadLetter.routes.js";
import { deadLetterExport } from "#api/operations/queues/deadLetterExport.routes.js";
import { causeEndpoints } from "#api/operations/queues/cause.routes.js";
import { alertEndpoints } from "#api/operations/alert/alert.routes.js";
import { machineKeyEndpoints } from "#api/operator/machineKey.routes.js";
import { webhookEndpoints } from "#api/webhook/webhook.routes.js";
import { alertRuleEndpoints } from "#api/operations/alert/alertRule.routes.js";
import { recycleEndpoints } from "./recycle/recycle.routes.js";
import { roleEndpoints } from "#api/operator/role.routes.js";
import { addressEndpoints } from "./member/address.routes.js";
import { addressAdminEndpoints } from "./member/addressAdmin.routes.js";
import { areaEndpoints } from "./member/area.routes.js";
import { authEndpoints } from "./member/auth.routes.js";
import { accountEndpoints } from "#api/accountClosure/logoff.routes.js";
import { socialAuthEndpoints } from "./member/social.routes.js";
import { loginLogEndpoints } from "./member/loginLog.routes.js";
import { deviceEndpoints } from "./member/device.routes.js";
import { sessionAdminEndpoints } from "./member/sessionAdmin.routes.js";
import { smsLogEndpoints } from "./member/smsLog.routes.js";
import { userEndpoints } from "./member/user.routes.js";
import { socialEndpoints } from "./social/social.routes.js";
import { mediaEndpoints } from "./media/file.routes.js";
import { fileAdminEndpoints } from "./media/fileAdmin.routes.js";
import { brandEndpoints } from "./catalog/brand.routes.js";
import { brandAdminEndpoints } from "./catalog/brandAdmin.routes.js";
import { categoryEndpoints } from "./catalog/category.routes.js";
import { categoryAdminEndpoints } from "./catalog/categoryAdmin.routes.js";
import { propertyEndpoints } from "./catalog/property.routes.js";
import { reviewEndpoints } from "./catalog/review.routes.js";
import { spuEndpoints } from "./catalog/spu.routes.js";
import { spuAdminEndpoints } from "./catalog/spuAdmin.routes.js";
import { loyaltyConfigEndpoints } from "./loyalty/config.routes.js";
import { levelEndpoints } from "./loyalty/level.routes.js";
import { memberAdminEndpoints } from "./member/memberAdmin.routes.js";
import { loyaltyRecordEndpoints } from "./loyalty/record.routes.js";
import { signInEndpoints } from "./loyalty/signIn.routes.js";
import { signInAdminEndpoints } from "./loyalty/signInAdmin.routes.js";
import { couponEndpoints } from "./promotion/coupon.routes.js";
import { couponAdminEndpoints } from "./promotion/couponAdmin.routes.js";
import { discountActivityEndpoints } from "./promotion/discountActivity.routes.js";
import { discountActivityAdminEndpoints } from "./promotion/discountActivityAdmin.routes.js";
import { rewardActivityAdminEndpoints } from "./promotion/rewardActivityAdmin.routes.js";
import { activityEndpoints } from "#api/promotion/activity/activity.routes.js";
import { activityAdminEndpoints } from "#api/promotion/activity/activityAdmin.routes.js";
import { activityRecordAdminEndpoints } from "#api/promotion/activity/activityRecordAdmin.routes.js";
import { seckillConfigAdminEndpoints } from "#api/promotion/activity/seckillConfigAdmin.routes.js";
import { cartEndpoints } from "./cart/cart.routes.js";
import { afterSaleEndpoints } from "./trade/afterSale/afterSale.routes.js";
import { afterSaleAdminEndpoints } from "./trade/afterSale/afterSaleAdmin.routes.js";
import { deliveryEndpoints } from "./trade/delivery/delivery.routes.js";
import { deliveryAdminEndpoints } from "./trade/delivery/deliveryAdmin.routes.js";
import { expressTemplateAdminEndpoints } from "./trade/delivery/expressTemplateAdmin.routes.js";
import { expressCallbackEndpoints } from "./trade/delivery/expressCallback.routes.js";
import { orderEndpoints } from "./trade/order/order.routes.js";
import { orderAdminEndpoints } from "./trade/order/orderAdmin.routes.js";
import { shipmentAdminEndpoints } from "./trade/order/shipmentAdmin.routes.js";
import { orderItemEndpoints } from "./trade/order/orderItem.routes.js";
import { orderSearchEndpoints } from "./trade/order/orderSearch.routes.js";
import { pickUpStoreEndpoints } from "./trade/delivery/pickUpStore.routes.js";
import { returnAddressEndpoints } from "./trade/delivery/returnAddress.routes.js";
import { trackEndpoints } from "./trade/delivery/tracks.routes.js";
import { chatEndpoints } from "./chat/chat.routes.js";
import { invoiceEndpoints } from "./invoice/invoice.routes.js";
import { invoiceAdminEndpoints } from "./invoice/invoiceAdmin.routes.js";
import { invoiceCallbackEndpoints } from "./invoice/invoiceCallback.routes.js";
import { invoiceTitleEndpoints } from "./invoice/invoiceTitle.routes.js";
import { liveEndpoints } from "./live/live.routes.js";
import { liveAdminEndpoints } from "./live/liveAdmin.routes.js";
import { liveCallbackEndpoints } from "./live/liveCallback.routes.js";
import { liveMountAdminEndpoints } from "./live/liveMountAdmin.routes.js";
import { liveRoomAdminEndpoints } from "./live/liveRoomAdmin.routes.js";
import { liveSpuEndpoints } from "./live/liveSpu.routes.js";
import { videoEndpoints } from "./video/video.routes.js";
import { videoAdminEndpoints } from "./video/videoAdmin.routes.js";
import { vodCallbackEndpoints } from "./video/vodCallback.routes.js";
import { tradeStatisticsEndpoints } from "#api/salesReports/trade.routes.js";
import { shopStatisticsEndpoints } from "#api/salesReports/shop.routes.js";
import { notifyEndpoints } from "./pay/notify/notify.routes.js";
import { payAnomalyEndpoints } from "./pay/anomaly.routes.js";
import { payReconciliationEndpoints } from "./pay/reconciliation/reconciliation.routes.js";
import { payAppAdminEndpoints } from "./pay/channel/payApp.routes.js";
import { payChannelAdminEndpoints } from "./pay/channel/payChannel.routes.js";
import { payCallbackEndpoints } from "./pay/callback.routes.js";
import { payCodePictureEndpoints } from "./pay/order/codePicture.routes.js";
import { payChannelEndpoints } from "./pay/channel/channel.routes.js";
import { payOrderAdminEndpoints } from "./pay/order/orderAdmin.routes.js";
import { payOrderEndpoints } from "./pay/order/order.routes.js";
import { rechargeEndpoints } from "./recharge/recharge.routes.js";
import { rechargeAdminEndpoints } from "./recharge/rechargeAdmin.routes.js";
import { walletEndpoints } from "./wallet/wallet.routes.js";
import { walletAdminEndpoints } from "./wallet/walletAdmin.routes.js";
import { qrSignInEndpoints } from "./member/qrSignIn/qrSignIn.routes.js";
import { analyticsEndpoints } from "#api/webAnalytics/analytics.routes.js";
import { analyticsAdminEndpoints } from "#api/webAnalytics/analyticsAdmin.routes.js";
import { licenseEndpoints } from "./license/license.routes.js";
import { licenseAdminEndpoints } from "./license/licenseAdmin.routes.js";
import { websiteAboutEndpoints } from "./website/about.routes.js";
import { websiteHomeEndpoints } from "./website/home.routes.js";
import { websiteMessageEndpoints } from "./website/message.routes.js";
import { websiteProductEndpoints } from "./website/product.routes.js";
import { websiteSolutionEndpoints } from "./website/solution.routes.js";
import { downloadLogEndpoints } from "./website/downloadLog.routes.js";
import { websiteSourceEndpoints } from "./website/source.routes.js";
import { websiteUserEndpoints } from "./website/user.routes.js";
import { placedEndpoints } from "./promotion/placed.routes.js";
import { placedAdminEndpoints } from "./promotion/placedAdmin.routes.js";
import { jobEndpoints } from "./operations/job.routes.js";
import { jobLedgerEndpoints } from "./operations/jobLedger.routes.js";
import { requestLogEndpoints } from "./operations/requestLog.routes.js";
import { searchEndpoints } from "./operations/search.routes.js";
import { configEndpoints } from "./operations/config.routes.js";
import { smsEndpoints } from "./operations/sms.routes.js";
import { socialClientEndpoints } from "./operations/socialClient.routes.js";
import { orderExport } from "./trade/order/orderExport.routes.js";
import { afterSaleExport } from "./trade/afterSale/afterSaleExport.routes.js";
import { payExports } from "./pay/export.routes.js";
import { walletTransactionExport } from "./wallet/transactionExport.routes.js";
import { withForms } from "./http/forms.js";
import { memberExport } from "./member/memberExport.routes.js";
import { invoiceExport } from "./invoice/invoiceExport.routes.js";
import { couponExport } from "./promotion/couponExport.routes.js";
import { stockMovementEndpoints } from "./catalog/stockMovement.routes.js";
import { spuExport } from "./catalog/spuExport.routes.js";
import { licenseExport } from "./license/licenseExport.routes.js";
import { loginLogExport } from "./member/loginLogExport.routes.js";

/** Every endpoint of the service, by domain. */
export const endpoints: Endpoint[] = withForms([
  ...authEndpoints,
  ...socialAuthEndpoints,
  ...userEndpoints,
  ...deviceEndpoints,
  ...loginLogEndpoints,
  ...sessionAdminEndpoints,
  ...smsLogEndpoints,
  ...accountEndpoints,
  ...addressEndpoints,
  ...addressAdminEndpoints,
  ...areaEndpoints,
  ...operatorAuthEndpoints,
  ...profileEndpoints,
  ...operatorEndpoints,
  ...operatorSessionEndpoints,
  ...roleEndpoints,
  ...recycleEndpoints,
  ...operationLogEndpoints,
  ...queueEndpoints,
  ...flowEndpoints,
  ...processEndpoints,
  ...trialEndpoints,
  ...objectiveEndpoints,
  ...deadLetterEndpoints,
  deadLetterExport,
  ...causeEndpoints,
  ...alertRuleEndpoints,
  ...alertEndpoints,
  ...webhookEndpoints,
  ...machineKeyEndpoints,
  ...socialEndpoints,
  ...mediaEndpoints,
  ...fileAdminEndpoints,
  ...categoryEndpoints,
  ...brandEndpoints,
  ...spuEndpoints,
  ...reviewEndpoints,
  ...categoryAdminEndpoints,
  ...brandAdminEndpoints,
  ...propertyEndpoints,
  ...spuAdminEndpoints,
  ...loyaltyRecordEndpoints,
  ...signInEndpoints,
  ...signInAdminEndpoints,
  ...levelEndpoints,
  ...loyaltyConfigEndpoints,
  ...memberAdminEndpoints,
  ...discountActivityEndpoints,
  ...couponEndpoints,
  ...discountActivityAdminEndpoints,
  ...rewardActivityAdminEndpoints,
  ...couponAdminEndpoints,
  ...activityEndpoints,
  ...activityAdminEndpoints,
  ...activityRecordAdminEndpoints,
  ...seckillConfigAdminEndpoints,
  ...cartEndpoints,
  ...orderEndpoints,
  ...deliveryEndpoints,
  ...orderAdminEndpoints,
  ...shipmentAdminEndpoints,
  ...orderItemEndpoints,
  ...orderSearchEndpoints,
  ...trackEndpoints,
  ...deliveryAdminEndpoints,
  ...expressTemplateAdminEndpoints,
  ...pickUpStoreEndpoints,
  ...returnAddressEndpoints,
  ...afterSaleEndpoints,
  ...afterSaleAdminEndpoints,
  ...expressCallbackEndpoints,
  ...payOrderEndpoints,
  ...payChannelEndpoints,
  ...payCallbackEndpoints,
  ...payCodePictureEndpoints,
  ...notifyEndpoints,
  ...payAnomalyEndpoints,
  ...payReconciliationEndpoints,
  ...payAppAdminEndpoints,
  ...payChannelAdminEndpoints,
  ...payOrderAdminEndpoints,
  ...walletEndpoints,
  ...walletAdminEndpoints,
  ...rechargeEndpoints,
  ...rechargeAdminEndpoints,
  ...invoiceTitleEndpoints,
  ...invoiceEndpoints,
  ...invoiceAdminEndpoints,
  ...invoiceCallbackEndpoints,
  ...liveEndpoints,
  ...liveSpuEndpoints,
  ...liveRoomAdminEndpoints,
  ...liveAdminEndpoints,
  ...liveMountAdminEndpoints,
  ...liveCallbackEndpoints,
  ...videoEndpoints,
  ...videoAdminEndpoints,
  ...vodCallbackEndpoints,
  ...chatEndpoints,
  ...licenseEndpoints,
  ...licenseAdminEndpoints,
  ...qrSignInEndpoints,
  ...analyticsEndpoints,
  ...analyticsAdminEndpoints,
  ...websiteHomeEndpoints,
  ...websiteProductEndpoints,
  ...websiteSolutionEndpoints,
  ...websiteSourceEndpoints,
  ...downloadLogEndpoints,
  ...websiteAboutEndpoints,
  ...websiteMessageEndpoints,
  ...websiteUserEndpoints,
  ...tradeStatisticsEndpoints,
  ...shopStatisticsEndpoints,
  ...jobEndpoints,
  ...jobLedgerEndpoints,
  ...requestLogEndpoints,
  ...searchEndpoints,
  ...configEndpoints,
  ...smsEndpoints,
  ...socialClientEndpoints,
  ...placedEndpoints,
  ...placedAdminEndpoints,
  orderExport,
  afterSaleExport,
  ...payExports,
  walletTransactionExport,
  memberExport,
  invoiceExport,
  couponExport,
  spuExport,
  ...stockMovementEndpoints,
  licenseExport,
  loginLogExport,
]);

listPermissions(endpoints);
