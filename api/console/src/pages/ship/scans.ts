import { get, put, type RowOf } from "../../client/client";
import type { Pair } from "../../texts/texts";

export type ScannedOrder = RowOf<"/admin-api/trade/order/page">;
export interface Carrier {
  id: number;
  name: string;
}
export interface Shipped {
  order: ScannedOrder;
  carrier: Carrier;
  logisticsNo: string;
  at: number;
}

/** What has been scanned: first an order's number, then its parcel's. */
export interface ScanState {
  order: ScannedOrder | undefined;
  /** A parcel number that fits several carriers, until one of them is chosen. */
  unclear: { logisticsNo: string; carriers: readonly Carrier[] } | undefined;
  /** The carrier of all parcels; undefined: each number tells. */
  carrier: Carrier | undefined;
  fault: string | Pair | undefined;
  isBusy: boolean;
  /** The newest first. */
  shipped: readonly Shipped[];
}

export class ScanFault extends Error {
  readonly words: Pair;
  constructor(words: Pair) {
    super(words[0]);
    this.words = words;
  }
}

const TO_SHIP = 10;
const EXPRESS = 1;

/** As a scanner or a keyboard enters it. */
const plain = (text: string): string => text.normalize("NFKC").trim();

async function findOrder(no: string): Promise<ScannedOrder> {
  const { list } = await get("/admin-api/trade/order/page", { no, pageNo: 1, pageSize: 2 } as never);
  const order = list.find((row) => row.no.toUpperCase() === no.toUpperCase());
  if (!order) throw new ScanFault([`No order has the number ${no}.`, `没有订单号为 ${no} 的订单。`]);
  if (order.status !== TO_SHIP)
    throw new ScanFault([`Order ${order.no} is not awaiting shipment.`, `订单 ${order.no} 不是待发货状态。`]);
  if (order.deliveryType !== EXPRESS)
    throw new ScanFault([`Order ${order.no} is not delivered by a carrier.`, `订单 ${order.no} 不是快递订单。`]);
  return order;
}

/**
 * Takes scans in their order, however fast they come: a scanner types, presses Enter and goes on. After a fault what was
 * scanned behind it is dropped, as it was meant for something else.
 */
export function makeScans({ onFault, onShipped }: { onFault: () => void; onShipped: () => void }) {
  let state: ScanState = {
    order: undefined,
    unclear: undefined,
    carrier: undefined,
    fault: undefined,
    isBusy: false,
    shipped: [],
  };
  const waiting: string[] = [];
  const listeners = new Set<() => void>();
  const set = (next: Partial<ScanState>): void => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };

  async function ship(order: ScannedOrder, carrier: Carrier, logisticsNo: string): Promise<void> {
    await put("/admin-api/trade/order/delivery", { id: order.id, logisticsId: carrier.id, logisticsNo });
    const shipped = [{ order, carrier, logisticsNo, at: Date.now() }, ...state.shipped];
    set({ order: undefined, unclear: undefined, shipped });
    onShipped();
  }

  async function takeParcel(order: ScannedOrder, logisticsNo: string): Promise<void> {
    if (state.carrier) return await ship(order, state.carrier, logisticsNo);
    const { sure, list } = await get("/admin-api/trade/delivery/express/recognize", { logisticsNo });
    const [likeliest] = list;
    if (!likeliest)
      throw new ScanFault([
        `${logisticsNo} is no parcel number of any carrier.`,
        `${logisticsNo} 不是任何快递公司的单号。`,
      ]);
    if (sure) return await ship(order, likeliest, logisticsNo);
    set({ unclear: { logisticsNo, carriers: list } });
  }

  /** While a number is unclear, a digit chooses the carrier; any other scan is another number. */
  async function take(text: string): Promise<void> {
    const { order, unclear } = state;
    const chosen = unclear && /^[1-9]$/.test(text) ? unclear.carriers[Number(text) - 1] : undefined;
    if (order && unclear && chosen) return await ship(order, chosen, unclear.logisticsNo);
    set({ unclear: undefined });
    if (order) await takeParcel(order, text);
    else set({ order: await findOrder(text) });
  }

  async function takeAll(): Promise<void> {
    if (state.isBusy) return;
    for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) {
      set({ isBusy: true, fault: undefined });
      try {
        await take(text);
      } catch (error) {
        waiting.length = 0;
        set({ fault: error instanceof ScanFault ? error.words : (error as Error).message });
        onFault();
      }
      set({ isBusy: false });
    }
  }

  return {
    state: (): ScanState => state,
    listen: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    enter: (text: string): void => {
      if (plain(text) === "") return;
      waiting.push(plain(text));
      void takeAll();
    },
    choose: (carrier: Carrier): void => {
      const { order, unclear } = state;
      if (!order || !unclear) return;
      waiting.unshift(String(unclear.carriers.indexOf(carrier) + 1));
      void takeAll();
    },
    useCarrier: (carrier: Carrier | undefined): void => set({ carrier }),
    drop: (): void => {
      waiting.length = 0;
      set({ order: undefined, unclear: undefined, fault: undefined });
    },
  };
}
