/** What workers may use, and what only they load. */
export { endDueActivities, expireGroup } from "./endDueActivities.js";
