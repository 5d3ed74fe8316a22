export { beginMerge } from "./beginMerge.js";
