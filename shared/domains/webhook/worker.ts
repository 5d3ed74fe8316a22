export { deliverEvent, reviveDeliveries } from "./deliverEvent.js";
export { publishEvent } from "./publishEvent.js";
