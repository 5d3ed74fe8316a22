/** For workers, which alone load it. */
export { welcomeMember } from "./welcomeMember.js";
