import { expect } from "chai";
import { byDefaultOne, byKind, pause, say, soon } from "../experiment.js";
import type { Deployment } from "../deployment.js";
import { signInOperator } from "../rewards.js";
import { useSharedDeployment } from "../sharedDeployment.js";
import { call, control, makeShoppers, seeded, type Answer, type Shopper } from "../shoppers.js";

const WISHES = 14;
const IM = "/app-api/cloudlive/im";

interface Command {
  _id: number;
  groupId: string;
  place: number;
  status: number;
  order: { kind: string; change?: { name?: string }; accounts?: string[]; seconds?: number };
}
interface PlatformGroup {
  groupId: string;
  name: string;
  mutedUntil: Record<string, number>;
}
interface Room {
  host: Shopper;
  groupId: string;
  guests: string[];
}

describe("faults of a chat provider that is down while a worker is killed", function () {
  this.timeout(300_000);
  let deployment: Deployment;
  let operator: { token: string };

  useSharedDeployment((one) => (deployment = one));
  before(async () => {
    operator = await signInOperator(deployment);
  });
  afterEach(() => control(deployment, "DELETE", "/faults"));

  const commands = (groupId: string): Promise<Command[]> =>
    deployment.db.collection<Command>("chatCommands").find({ groupId }).sort({ place: 1 }).toArray();

  async function openRoom(seed: number): Promise<Room> {
    const [host] = await makeShoppers(deployment, 1);
    const create = async (noun: string, body: object): Promise<number> =>
      (await call(deployment, operator, `/admin-api/cloudlive/${noun}/create`, body)).data;
    const liveRoomId = await create("live-room", {
      memberUserId: host!.memberId,
      roomName: `Room ${seed}`,
      liveType: 1,
    });
    const groupId = `live_${await create("live-base-info", { liveRoomId, liveName: `Live ${seed}` })}`;
    await soon("the group is made", async () => {
      const made = await deployment.db.collection("chatGroups").findOne({ groupId });
      return made?.["status"] === 1;
    });
    const guests = [1, 2, 3].map((guest) => `guest-${seed}-${guest}`);
    await control(deployment, "POST", `/im/groups/${groupId}/join`, { accounts: guests });
    return { host: host!, groupId, guests };
  }

  /** A client that is told "try again" does so, until it is told more; a line that broke counts as that. */
  async function insist(who: Shopper, path: string, body: object, seen: Answer[]): Promise<void> {
    for (let tries = 0; tries < 30; tries++) {
      const answer = await call(deployment, who, path, body);
      seen.push(answer);
      if (answer.status === 200) return;
      await pause(400);
    }
  }

  for (const seed of byDefaultOne)
    it(`every wish comes about, and the last one stands (seed ${seed})`, async () => {
      const random = seeded(seed);
      const { host, groupId, guests } = await openRoom(seed);
      const seen: Answer[] = [];
      const mode = random() < 0.5 ? "error" : "timeout";
      await control(deployment, "PUT", "/faults", { platform: "im", mode, count: 1_000, after: random() < 0.5 });
      const wishing = (async () => {
        for (let wish = 0; wish < WISHES; wish++) {
          const guest = guests[Math.floor(random() * guests.length)]!;
          const isMute = random() < 0.6;
          const path = isMute ? `${IM}/forbidSendMsg` : `${IM}/modifyGroupBaseInfo`;
          const body = isMute
            ? { groupId, members_Account: [guest], muteTime: random() < 0.5 ? 0 : 3_600 + wish }
            : { groupId, name: `Name ${seed} ${wish}` };
          await insist(host, path, body, seen);
        }
      })();
      const downMs = 3_000 + random() * 5_000;
      await pause(random() * 2_000);
      await deployment.worker.kill("SIGKILL");
      await deployment.worker.start();
      await pause(downMs);
      await control(deployment, "DELETE", "/faults");
      await pause(random() * 500);
      await deployment.worker.kill("SIGKILL");
      await deployment.worker.start();
      await wishing;
      await soon("every wish has ended", async () => (await commands(groupId)).every(({ status }) => status !== 0));
      const all = await commands(groupId);
      const there = (await control<PlatformGroup[]>(deployment, "GET", "/im/groups")).find(
        (group) => group.groupId === groupId,
      )!;
      const lastName = all.findLast(({ order }) => order.kind === "modify")?.order.change?.name;
      const muted = guests.filter((guest) => {
        const last = all.findLast(({ order }) => order.accounts?.includes(guest));
        return (last?.order.seconds ?? 0) > 0;
      });
      say(
        `${mode} for ${Math.round(downMs)} ms, 2 kills: ${all.length} wishes, answers ${JSON.stringify(byKind(seen))}; named "${there.name}", ${muted.length} muted`,
      );
      expect(
        all.every(({ status }) => status === 1),
        "none was refused",
      ).to.equal(true);
      expect(all, "a repeat is the same wish").to.have.length(WISHES);
      if (lastName !== undefined) expect(there.name).to.equal(lastName);
      expect(Object.keys(there.mutedUntil).sort()).to.deep.equal(muted.sort());
    });
});
