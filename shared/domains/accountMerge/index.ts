export { ended, moved } from "./belongings.js";
export { beginMerge } from "./beginMerge.js";
