export { kdniao } from "./kdniao.js";
export { kuaidi100 } from "./kuaidi100.js";
