export { tencentIm } from "./tencentIm.js";
export * from "./port.js";
