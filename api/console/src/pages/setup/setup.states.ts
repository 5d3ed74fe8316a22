import type { States } from "../../parts/shown/figures";

export const chargeModes: States = {
  1: [["Item", "按件数"]],
  2: [["Weight", "按重量"]],
  3: [["Volume", "按体积"]],
};
