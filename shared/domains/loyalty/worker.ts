/** What workers may use, and what only they load. */
export { welcomeMember } from "./welcomeMember.js";
