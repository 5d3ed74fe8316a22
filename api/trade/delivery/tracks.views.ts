import type { z } from "zod";
import type { OrderTracks } from "#shared/domains/trade/index.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import type { TracksView } from "./tracks.schemas.js";

export function tracksView({ company, logisticsNo, tracks }: OrderTracks): z.input<typeof TracksView> {
  return {
    name: company?.name ?? null,
    code: company?.code ?? null,
    logisticsNo,
    logo: company ? mediaUrl(company.logo) : null,
    expressTrackRespDTOList: tracks.map(({ at, content }) => ({ time: at.getTime(), content })),
  };
}
