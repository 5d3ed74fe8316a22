export { isChatConfigured } from "./isConfigured.js";
export * from "./port.js";
