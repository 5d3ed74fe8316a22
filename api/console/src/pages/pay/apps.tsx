import { Link } from "react-router";
import { useRead } from "../../client/queries";
import { useMay } from "../../shell/operator";
import type { Pair } from "../../texts/texts";

/** The pay apps: names for rows, options for filters. */
export function usePayApps() {
  const may = useMay();
  const { data } = useRead("/admin-api/pay/app/list", undefined, { enabled: may("pay:app:query") });
  const apps = data ?? [];
  return {
    apps,
    nameOf: (id: number) => apps.find((app) => app.id === id)?.name ?? String(id),
    options: apps.map(({ id, name }): { value: string; label: Pair } => ({ value: String(id), label: [name, name] })),
  };
}

/** The shop's own app; its merchant orders are the shop's orders. */
const SHOP_APP = 1;

export function MerchantOrder({ appId = SHOP_APP, no }: { appId?: number; no: string | null }) {
  if (no === null) return <>–</>;
  return appId === SHOP_APP && /^\d+$/.test(no) ? <Link to={`/orders/${no}`}>{no}</Link> : <>{no}</>;
}
