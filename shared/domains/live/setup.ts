/** What scripts use that set up, fill and check a shop. */
export { seedLives } from "./seedLives.js";
