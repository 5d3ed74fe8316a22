/** What scripts use that set up, fill and check a shop. */
export { seedDelivery } from "./delivery/seedDelivery.js";
