import mongoose from "mongoose";
import type { StoreFault } from "../config/storeFault.js";

/** What a MongoDB says of itself, as far as it is asked for. */
interface Hello {
  isWritablePrimary: boolean;
  /** Of a member of a replica set. */
  setName?: string;
  hosts?: string[];
  /** "isdbgrid": the router of a sharded cluster. */
  msg?: string;
}
interface Privilege {
  resource: { db?: string; anyResource?: boolean };
  actions: string[];
}
interface ConnectionStatus {
  authInfo: { authenticatedUsers: { user: string }[]; authenticatedUserPrivileges: Privilege[] };
}

/** A MongoDB as it was found. */
export interface ExaminedMongo {
  /** Such as "MongoDB 8.0.4, replica set rs0 of 3". */
  server: string;
  faults: StoreFault[];
}

const LEAST_MAJOR = 6;
const NEEDED_ACTIONS = ["find", "insert", "update", "remove"];

/** The server's code for a command that it does not know. */
const COMMAND_NOT_FOUND = 59;

/**
 * Looks at the MongoDB of a connected client, and at how its address has it used: what it lacks for transactions, what would
 * read older rows than were written, what a fail-over would end. Throws what the driver throws.
 */
export async function examineMongo(
  client: mongoose.mongo.MongoClient,
  database = client.options.dbName,
): Promise<ExaminedMongo> {
  const admin = client.db("admin");
  const hello = (await admin.command({ hello: 1 })) as unknown as Hello;
  const { version } = (await admin.command({ buildInfo: 1 })) as unknown as { version: string };
  return {
    server: `MongoDB ${version}, ${kindOf(hello)}`,
    faults: [
      ...canServe(hello, version),
      ...isUsedRight(hello, client.options),
      ...(await lacksRights(admin, database)),
    ],
  };
}

const isRouter = ({ msg }: Hello): boolean => msg === "isdbgrid";

function kindOf(hello: Hello): string {
  if (isRouter(hello)) return "a sharded cluster";
  return hello.setName ? `replica set ${hello.setName} of ${hello.hosts?.length ?? 1}` : "a server alone";
}

function canServe(hello: Hello, version: string): StoreFault[] {
  const faults: StoreFault[] = [];
  if (Number(version.split(".")[0]) < LEAST_MAJOR)
    faults.push({ isFatal: true, what: `MongoDB ${version} is too old`, mend: `install ${LEAST_MAJOR}.0 or newer` });
  if (!hello.setName && !isRouter(hello))
    faults.push({
      isFatal: true,
      what: "it stands alone, and so has no transactions",
      mend: "start it with --replSet rs0, then once: mongosh --eval 'rs.initiate()'",
    });
  return faults;
}

function isUsedRight(hello: Hello, options: mongoose.mongo.MongoOptions): StoreFault[] {
  const { hosts = [], setName } = hello;
  const faults: StoreFault[] = [];
  const { mode } = options.readPreference;
  if (mode !== "primary")
    faults.push({
      isFatal: true,
      what: `readPreference is ${mode}: a secondary may not have what was just written`,
      mend: "take readPreference out of MONGODB_URI",
    });
  const all = `mongodb://${hosts.join(",")}/${options.dbName}?replicaSet=${setName}`;
  if (options.directConnection && setName && !hello.isWritablePrimary)
    faults.push({ isFatal: true, what: "it is a secondary, which takes no writes", mend: `name all members: ${all}` });
  else if (options.directConnection && hosts.length > 1)
    faults.push({
      isFatal: false,
      what: `one of ${hosts.length} members is used alone: nobody takes over for it`,
      mend: `name all members: ${all}`,
    });
  if (!options.retryWrites && hosts.length > 1)
    faults.push({
      isFatal: false,
      what: "retryWrites is off: each change of the primary is an error for some writes",
      mend: "take retryWrites=false out of MONGODB_URI",
    });
  return faults;
}

/** As far as the server tells; one without users tells of none, and a stand-in may not know the question. */
async function lacksRights(admin: mongoose.mongo.Db, database: string): Promise<StoreFault[]> {
  let status: ConnectionStatus;
  try {
    status = (await admin.command({ connectionStatus: true, showPrivileges: true })) as unknown as ConnectionStatus;
  } catch (error) {
    if (error instanceof mongoose.mongo.MongoServerError && error.code === COMMAND_NOT_FOUND) return [];
    throw error;
  }
  const { authenticatedUsers, authenticatedUserPrivileges } = status.authInfo;
  const [name] = authenticatedUsers.map(({ user }) => user);
  if (name === undefined) return [];
  const isOurs = ({ resource: { db, anyResource } }: Privilege): boolean =>
    anyResource === true || db === database || db === "";
  const allowed = new Set(authenticatedUserPrivileges.filter(isOurs).flatMap(({ actions }) => actions));
  const missing = NEEDED_ACTIONS.filter((action) => !allowed.has(action));
  if (missing.length === 0) return [];
  return [
    {
      isFatal: true,
      what: `its user ${name} may not ${missing.join(", ")} in ${database}`,
      mend: `db.grantRolesToUser("${name}", [{ role: "readWrite", db: "${database}" }])`,
    },
  ];
}
