/** Rules of this project for oxlint; each one's file says what it demands. */
import { namedStates } from "./namedStates.mjs";
import { partRows } from "./partRows.mjs";

export default { meta: { name: "shop" }, rules: { "named-states": namedStates, "part-rows": partRows } };
