/**
 * Every module that declares a collection: what is imported here gets its collection and its indexes. A domain is
 * imported whole, by its door.
 */
import "#shared/domains/activity/index.js";
import "#shared/domains/admin/index.js";
import "#shared/domains/alert/index.js";
import "#shared/domains/analytics/index.js";
import "#shared/domains/audit/index.js";
import "#shared/domains/statistics/index.js";
import "#shared/domains/cart/index.js";
import "#shared/domains/catalog/index.js";
import "#shared/domains/chat/index.js";
import "#shared/domains/license/index.js";
import "#shared/domains/invoice/index.js";
import "#shared/domains/live/index.js";
import "#shared/domains/loyalty/index.js";
import "#shared/domains/media/index.js";
import "#shared/domains/member/index.js";
import "#shared/domains/operations/index.js";
import "#shared/domains/pay/index.js";
import "#shared/domains/promotion/index.js";
import "#shared/domains/qrSignIn/index.js";
import "#shared/domains/recharge/index.js";
import "#shared/domains/social/index.js";
import "#shared/domains/trade/index.js";
import "#shared/domains/video/index.js";
import "#shared/domains/wallet/index.js";
import "#shared/domains/website/index.js";
import "#shared/platform/deadLetters.js";
import "#shared/platform/idempotencyRow.js";
import "#shared/platform/ids.js";
import "#shared/platform/leases.js";
import "#shared/platform/objectives.js";
import "#shared/platform/outboxRow.js";
import "#shared/platform/processes.js";
import "#shared/platform/scheduleRows.js";
import "#shared/platform/sealed.js";
import "#shared/platform/sessions.js";
