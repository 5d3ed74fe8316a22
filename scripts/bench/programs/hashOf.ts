/** Prints the hash that the service would store for a password: `hashOf.js password`. */
import { hashPassword } from "#shared/domains/member/index.js";

process.send!({ hash: await hashPassword(process.argv[2]!) }, () => process.exit(0));
