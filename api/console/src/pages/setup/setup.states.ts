import type { States } from "../../parts/figures";

export const chargeModes: States = {
  1: [["By piece", "按件数"]],
  2: [["By weight", "按重量"]],
  3: [["By volume", "按体积"]],
};
