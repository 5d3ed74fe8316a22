import { text } from "#api/http/fields.js";
import { plainParcelNumber } from "#shared/domains/trade/index.js";

/** A parcel number as people and scanners enter it (rules: Numbers of parcels). */
export const ParcelNumberText = text(64).refine((value) => /^[\w-]*$/.test(plainParcelNumber(value)), {
  error: "must be letters, digits and hyphens",
});
