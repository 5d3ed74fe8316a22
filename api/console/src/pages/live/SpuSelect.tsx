import { Select } from "antd";
import { useEffect, useState } from "react";
import { useRead } from "../../client/queries";
import { yuan } from "../../parts/shown/figures";

interface Props {
  id?: string;
  value?: number;
  onChange?: (id: number) => void;
}

/** A product of the shop, found by its name. */
export function SpuSelect({ id, value, onChange }: Props) {
  const [typed, setTyped] = useState("");
  const [name, setName] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setName(typed.trim()), 300);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useRead(
    "/admin-api/product/spu/page",
    { pageNo: 1, pageSize: 20, ...(name ? { name } : {}) },
    { keepsPrevious: true },
  );
  return (
    <Select
      {...(id ? { id } : {})}
      value={value ?? null}
      onChange={(next) => next !== null && onChange?.(next)}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={found.isFetching}
      options={(found.data?.list ?? []).map((spu) => ({ value: spu.id, label: `${spu.name} (${yuan(spu.price)})` }))}
    />
  );
}
