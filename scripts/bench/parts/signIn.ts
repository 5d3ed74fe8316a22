import type { Deployment } from "../deployment.js";
import { drive, p50, p99, type Load, type LoadResult } from "../load.js";
import type { Pace } from "../pace.js";
import { cpuMeter } from "../figures.js";
import { runInDeployment } from "../reporter.js";
import { makeMembers } from "../shoppers.js";
import { over, type Table } from "../tables.js";

const READERS = 8;
const COMERS = 8;
const ACCOUNTS = 200;
const PASSWORD = "Bench-password-1";

interface Round {
  reads: LoadResult;
  signIns?: LoadResult;
  /** CPU seconds of the API. */
  api: number;
}

/** Hashing a password costs 19 MiB and two passes: how much sign-ins slow down readers of the catalog. */
export async function benchSignIn(deployment: Deployment, { rounds, seconds }: Pace): Promise<Table> {
  const readers = await makeMembers(deployment, READERS);
  const accounts = await makeMembers(deployment, ACCOUNTS);
  const { hash } = await runInDeployment<{ hash: string }>(deployment, "scripts/bench/programs/hashOf.js", [PASSWORD]);
  const rows = deployment.db.collection<{ _id: number; mobile: string }>("members");
  const ids = { _id: { $in: accounts.map(({ memberId }) => memberId) } };
  await rows.updateMany(ids, { $set: { passwordHash: hash } });
  const mobiles = (await rows.find(ids).toArray()).map(({ mobile }) => mobile);

  const reading = (length: number): Load => ({
    url: deployment.url,
    tokens: readers.map(({ token }) => token),
    seconds: length,
    walk: (shopper, turn) => shopper.post("/app-api/product/spu/page", { pageNo: 1 + (turn % 5), pageSize: 10 }),
  });
  const signingIn = (length: number): Load => ({
    url: deployment.url,
    tokens: Array.from({ length: COMERS }, () => ""),
    seconds: length,
    walk: (shopper, turn) =>
      shopper.post("/app-api/member/auth/login", { mobile: mobiles[turn % mobiles.length], password: PASSWORD }),
  });
  const taken: Record<"alone" | "beside", Round[]> = { alone: [], beside: [] };
  const remarks: string[] = [];
  for (let round = 0; round <= rounds; round++)
    for (const kind of ["alone", "beside"] as const) {
      const length = round === 0 ? Math.min(2, seconds) : seconds;
      const meter = cpuMeter({ api: deployment.pids.api });
      const [reads, signIns] = await Promise.all([
        drive(reading(length)),
        kind === "beside" ? drive(signingIn(length)) : undefined,
      ]);
      if (round > 0) taken[kind].push({ reads, ...(signIns ? { signIns } : {}), api: meter()["api"]! });
      for (const result of [reads, signIns])
        for (const [what, times] of Object.entries(result?.refused ?? {})) remarks.push(`${kind}: ${times} x ${what}`);
    }
  const perSecond = ({ walks, seconds: lasted }: LoadResult): number => walks / lasted;
  const row = (name: string, rounds_: Round[], of: (round: Round) => LoadResult): Table["rows"][number] => [
    name,
    over(rounds_, (round) => perSecond(of(round))),
    over(rounds_, (round) => p50(of(round))),
    over(rounds_, (round) => p99(of(round))),
    over(rounds_, ({ api, reads }) => api / reads.seconds),
  ];
  return {
    title: "Password sign-ins",
    note: `${READERS} clients read the catalog; beside them ${COMERS} sign in with a password, one after the other. The last column is the processors that the API keeps busy.`,
    columns: ["", "per second", "p50 ms", "p99 ms", "API CPUs"],
    rows: [
      row("sign-ins", taken.beside, ({ signIns }) => signIns!),
      row("reads beside them", taken.beside, ({ reads }) => reads),
      row("reads alone", taken.alone, ({ reads }) => reads),
      [
        "  beside / alone",
        ...[perSecond, p50, p99].map((of) =>
          over(
            taken.beside.map(({ reads }, index) => of(reads) / of(taken.alone[index]!.reads)),
            (x) => x,
          ),
        ),
      ],
    ],
    remarks,
  };
}
