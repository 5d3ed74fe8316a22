import { environmentOf } from "#scripts/sandbox/environment.js";
import { loadKeys } from "#scripts/sandbox/keys.js";

/** The variables that point a shop at the sandbox of this address, with keys kept in DATA_DIR: one line of JSON. */
const { DATA_DIR = ".data", SANDBOX_SMTP_PORT = "8025" } = process.env;
console.log(JSON.stringify(environmentOf(await loadKeys(DATA_DIR), process.argv[2]!, Number(SANDBOX_SMTP_PORT))));
