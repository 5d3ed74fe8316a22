/** For workers, which alone load it. */
export { mergeMember } from "./mergeMember.js";
