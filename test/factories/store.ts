import { bindStoreStaff, createPickUpStore } from "#shared/domains/trade/index.js";
import type { PickUpStoreInput } from "#shared/domains/trade/delivery/changePickUpStore.js";
import { startService } from "#test/support/service.js";

/** A store that takes orders; `staffIds` hand goods out there. Answers its id. */
export async function buildStore({
  staffIds = [],
  ...overrides
}: Partial<PickUpStoreInput> & { staffIds?: number[] } = {}): Promise<number> {
  await startService();
  const storeId = await createPickUpStore({
    name: "西湖店",
    introduction: "",
    phone: "0571-88888888",
    areaId: 330106,
    detailAddress: "文三路 2 号",
    logo: "",
    openingTime: "09:00",
    closingTime: "21:30",
    latitude: 30.27,
    longitude: 120.13,
    status: 0,
    ...overrides,
  });
  if (staffIds.length > 0) await bindStoreStaff(storeId, staffIds);
  return storeId;
}
