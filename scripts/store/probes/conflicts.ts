import { setTimeout as pause } from "node:timers/promises";
import { isLostRace, times } from "../ground.js";
import { expectSame, needed, desirable, type Theme } from "../probe.js";

const RACERS = 40;
/** A store that lets two of them pass does so only now and then. */
const DOORS = 40;
const GUESTS = 10;
/** A store may let the second one wait for the first: the probe waits no longer than this. */
const SETTLES_MS = 1_500;

export const conflicts: Theme = {
  theme: "conflicts",
  probes: [
    needed(
      "of two transactions on one row one has to run again, and its second run counts",
      "balances and stock: the second would undo the first, or fail for good",
      async (ground) => {
        const rows = await ground.rows();
        await rows.insertOne({ _id: 1, fen: 100 });
        await ground.open(async (first) => {
          await rows.updateOne({ _id: 1 }, { $inc: { fen: -30 } }, { session: first });
          await ground.open(async (second) => {
            const write = async (): Promise<unknown> => {
              try {
                await rows.updateOne({ _id: 1 }, { $inc: { fen: -50 } }, { session: second });
                await second.commitTransaction();
                return "nothing refused";
              } catch (error) {
                return isLostRace(error) ? "has to run again" : error;
              }
            };
            const outcome = write();
            await Promise.race([outcome, pause(SETTLES_MS)]);
            await first.commitTransaction();
            expectSame("the second", await outcome, "has to run again");
          });
        });
        await ground.transact((session) => rows.updateOne({ _id: 1 }, { $inc: { fen: -50 } }, { session }));
        expectSame("what is left", (await rows.findOne({ _id: 1 }))?.["fen"], 20);
      },
    ),
    needed(
      `${RACERS} transactions at once that read a number and write it plus one add up`,
      "money and stock get lost when many buy at once",
      async (ground) => {
        const rows = await ground.rows();
        await rows.insertOne({ _id: 1, value: 0 });
        await Promise.all(
          times(RACERS, () =>
            ground.transact(async (session) => {
              const row = await rows.findOne({ _id: 1 }, { session });
              await rows.updateOne({ _id: 1 }, { $set: { value: Number(row?.["value"]) + 1 } }, { session });
            }),
          ),
        );
        expectSame("the sum", (await rows.findOne({ _id: 1 }))?.["value"], RACERS);
      },
    ),
    desirable(
      `nobody is inside a door that was closed: ${DOORS} times ${GUESTS} enter while one closes it and sends all out`,
      "a sign-in in the same milliseconds as the close of its account outlives it",
      async (ground) => {
        const doors = await ground.rows();
        const guests = await ground.rows({ key: { door: 1 } });
        const enter = (door: number, guest: number): Promise<void> =>
          ground.transact(async (session) => {
            const at = { _id: door, open: true };
            const { matchedCount } = await doors.updateOne(at, { $set: { last: guest } }, { session });
            if (matchedCount === 1) await guests.insertOne({ _id: `${door}-${guest}`, door, out: false }, { session });
          });
        const close = (door: number): Promise<void> =>
          ground.transact(async (session) => {
            await doors.updateOne({ _id: door }, { $set: { open: false } }, { session });
            for (const { _id } of await guests.find({ door }, { session }).toArray())
              await guests.updateOne({ _id }, { $set: { out: true } }, { session });
          });
        for (let door = 0; door < DOORS; door++) {
          await doors.insertOne({ _id: door, open: true });
          const closed = pause(Math.random() * 20).then(() => close(door));
          await Promise.all([...times(GUESTS, (guest) => enter(door, guest)), closed]);
        }
        expectSame("who is inside", await guests.countDocuments({ out: false }), 0);
      },
    ),
    needed(
      "a plain write that meets a transaction on its row loses neither",
      "an order's counters, a session's last use",
      async (ground) => {
        const rows = await ground.rows();
        await rows.insertOne({ _id: 1, a: 0, b: 0 });
        await ground.open(async (session) => {
          await rows.updateOne({ _id: 1 }, { $inc: { a: 1 } }, { session });
          const outside = ground
            .elsewhere(rows)
            .updateOne({ _id: 1 }, { $inc: { b: 1 } })
            .then(
              () => 1,
              () => 0, // reported, so the writer knows
            );
          await Promise.race([outside, pause(SETTLES_MS)]);
          const inside = await session.commitTransaction().then(
            () => 1,
            (error: unknown) => {
              if (isLostRace(error)) return 0;
              throw error;
            },
          );
          const written = { _id: 1, a: inside, b: await outside };
          expectSame("the row, by what was acknowledged", await rows.findOne({ _id: 1 }), written);
        });
      },
    ),
  ],
};
