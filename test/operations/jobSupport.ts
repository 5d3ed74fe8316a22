import { expect } from "chai";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { OutboxModel, type OutboxRow } from "#shared/kernel/outbox/row.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import type { Client } from "#test/support/client.js";
import { eventually } from "#test/support/eventually.js";
import { startService } from "#test/support/service.js";

export const BASE = "/admin-api/infra/job";
interface Found {
  list: { id: number; job: string; state: string }[];
  total: number;
  named: { kind: string; id: number; no: string }[];
}

export const freshNumber = async (): Promise<number> => 600_000_000 + (await nextId("ledgerNumbers"));
export const rowOf = (number: number): Promise<OutboxRow> =>
  OutboxModel.findOne({ "payload.number": number }).sort({ _id: -1 }).orFail().lean<OutboxRow>();
export const rowAbout = (subject: string, job: string): Promise<OutboxRow> =>
  OutboxModel.findOne({ subjects: subject, job }).orFail().lean<OutboxRow>();
export const comesTo = (state: string, number: number): Promise<void> =>
  eventually(`${state}`, async () => (await rowOf(number)).state === state);

interface Clerk {
  operator: BuiltOperator;
  client: Client;
}

/** An operator who looks after queues; to be called in `describe`. */
export function useClerk(take: (clerk: Clerk) => void) {
  let client: Client;
  before(async () => {
    await startService();
    await seedDelivery();
    const operator = await buildOperator(["infra:queue:read", "infra:queue:operate"]);
    ({ client } = operator);
    take({ operator, client });
  });
  after(() => heldClock.release());

  const search = async (query: string, by = client): Promise<Found> => {
    const reply = await by.get(`${BASE}/search?${query}`);
    expect(reply.code, reply.msg).to.equal(0);
    return reply.data as Found;
  };
  const act = (which: string, id: number, reason = "as asked by the member") =>
    client.post(`${BASE}/act`, { act: which, id, reason });
  return {
    search,
    jobsOf: async (q: string): Promise<string[]> =>
      [...new Set((await search(`q=${encodeURIComponent(q)}&pageSize=100`)).list.map(({ job }) => job))].sort(),
    act,
    acted: async (which: string, id: number): Promise<void> => {
      const reply = await act(which, id);
      expect([reply.code, reply.msg, reply.data]).to.deep.equal([0, reply.msg, true]);
    },
    refused: async (which: string, id: number, code: number): Promise<void> => {
      expect((await act(which, id)).code).to.equal(code);
    },
  };
}
