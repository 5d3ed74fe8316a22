/**
 * Every module that declares a collection: what is imported here gets its collection and its indexes. A domain is
 * imported whole, by its door.
 */
import "#shared/domains/promotion/activity/index.js";
import "#shared/domains/operator/index.js";
import "#shared/domains/operations/alert/index.js";
import "#shared/domains/webAnalytics/index.js";
import "#shared/domains/audit/index.js";
import "#shared/domains/salesReports/index.js";
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
import "#shared/kernel/queue/deadLetters.js";
import "#shared/kernel/request/idempotencyRow.js";
import "#shared/kernel/mongo/ids.js";
import "#shared/kernel/mongo/leases.js";
import "#shared/kernel/observability/objectives.js";
import "#shared/kernel/outbox/row.js";
import "#shared/kernel/process/processes.js";
import "#shared/kernel/queue/scheduleRows.js";
import "#shared/kernel/security/sealed.js";
import "#shared/kernel/security/sessions.js";
