/** For workers, which alone load it. */
export { moveLoyalty } from "./moveLoyalty.js";
export { welcomeMember } from "./welcomeMember.js";
