/** What scripts use that set up, fill and check a shop. */
export { seedChat } from "./seedChat.js";
