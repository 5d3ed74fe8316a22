import { deliverMobileChangeNotice, sendMobileChangeNotice } from "#shared/domains/member/index.js";
import { tencentSms } from "#shared/providers/sms/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(sendMobileChangeNotice, (notice) => deliverMobileChangeNotice(notice, tencentSms));
