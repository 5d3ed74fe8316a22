import { receiveSignedOrders, receiveSignedOrdersJob } from "#shared/domains/trade/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(receiveSignedOrdersJob, ({ parcelId }) => receiveSignedOrders(parcelId));
