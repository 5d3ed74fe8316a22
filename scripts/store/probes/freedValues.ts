import type mongoose from "mongoose";
import { times, wentIn, type Ground, type Rows } from "../ground.js";
import { Otherwise, type Probe, type Theme } from "../probe.js";
import { rowOf, uniqueKinds, type UniqueKind } from "./uniqueIndexes.js";

type Options = { session?: mongoose.mongo.ClientSession };
type Way = (rows: Rows, kind: UniqueKind, options: Options) => Promise<unknown>;

/** The ways in which an update can remove the value "A" from row 1. */
const ways: Record<string, Way> = {
  $set: (rows, _kind, options) => rows.updateOne({ _id: 1 }, { $set: { no: "B" } }, options),
  $unset: (rows, _kind, options) => rows.updateOne({ _id: 1 }, { $unset: { no: "" } }, options),
  "a replacement": (rows, { beside }, options) => rows.replaceOne({ _id: 1 }, { no: "B", ...beside }, options),
  "a pipeline": (rows, _kind, options) =>
    rows.updateOne({ _id: 1 }, [{ $set: { no: { $concat: ["old-", "$no"] } } }], options),
};

/** Whether the value stays taken although row 1 no longer has it. */
async function staysTaken(ground: Ground, kind: UniqueKind, way: Way, inside: boolean): Promise<boolean> {
  const rows = await ground.rows(kind.index);
  const value = { no: "A", ...kind.beside };
  await rows.insertOne(rowOf(1, value));
  const handOver = async (options: Options): Promise<unknown> => {
    await way(rows, kind, options);
    return rows.insertOne(rowOf(2, value), options);
  };
  return !(await wentIn(() => (inside ? ground.transact((session) => handOver({ session })) : handOver({}))));
}

const freedBy = (name: string, way: Way): Probe => ({
  name: `a value that ${name} took away is free again`,
  severity: "avoided",
  wouldBreak: "changing a mobile number or a name back, a key that was open before",
  harmless: "values that change are claimed by rows whose _id they are; an _id that is deleted is free",
  run: async (ground) => {
    const places = uniqueKinds.flatMap((kind) => [false, true].map((inside) => ({ kind, inside })));
    const taken = await Promise.all(places.map(({ kind, inside }) => staysTaken(ground, kind, way, inside)));
    const where = places.flatMap(({ kind: { kind }, inside }, at) =>
      taken[at] ? [`${kind}${inside ? " in a transaction" : ""}`] : [],
    );
    if (where.length > 0)
      throw new Otherwise(`it stays taken in ${where.length} of ${places.length} kinds of index: ${where.join(", ")}`);
  },
});

export const freedValues: Theme = {
  theme: "freed",
  probes: [
    ...Object.entries(ways).map(([name, way]) => freedBy(name, way)),
    {
      name: "two values that are handed to and fro by 8 at once stay free in between",
      severity: "avoided",
      wouldBreak: "keys of jobs that are opened and ended all day",
      harmless: "open keys are claimed by rows whose _id they are",
      run: async (ground) => {
        const rows = await ground.rows({ key: { openKey: 1 }, unique: true, sparse: true });
        const refused = await Promise.all(
          times(8, async (_id) => {
            const openKey = `key ${_id}`;
            await rows.insertOne({ _id });
            let lost = 0;
            for (let round = 0; round < 6; round++) {
              if (!(await wentIn(() => rows.updateOne({ _id }, { $set: { openKey } })))) lost++;
              await rows.updateOne({ _id }, { $unset: { openKey: "" } });
            }
            return lost;
          }),
        );
        const lost = refused.reduce((sum, each) => sum + each, 0);
        if (lost > 0) throw new Otherwise(`a key was refused to the only row that ever had it, ${lost} times of 48`);
      },
    },
  ],
};
