import { Avatar, Flex, Select } from "antd";
import { useDeferredValue, useState } from "react";
import { useQueries } from "@tanstack/react-query";
import { get } from "../../client/client";
import { useRead } from "../../client/queries";
import { useTexts } from "../../texts/texts";

const bundle = {
  placeholder: ["Search by product name", "输入商品名称搜索"],
} as const;

const DETAIL = "/admin-api/product/spu/get-detail";

interface Common {
  id?: string;
  "aria-label"?: string;
  disabled?: boolean;
}
interface Option {
  value: number;
  label: string;
  picUrl: string;
}

/** Products on sale that match the input, and the selected ones, with names. */
function useSpuOptions(chosen: readonly number[]) {
  const [search, setSearch] = useState("");
  const name = useDeferredValue(search.trim());
  const found = useRead(
    "/admin-api/product/spu/page",
    { tabType: 0, pageSize: 20, ...(name ? { name } : {}) },
    { keepsPrevious: true },
  );
  const list: Option[] = (found.data?.list ?? []).map((spu) => ({
    value: spu.id,
    label: spu.name,
    picUrl: spu.picUrl,
  }));
  const known = new Set(list.map(({ value }) => value));
  const others = useQueries({
    queries: chosen
      .filter((id) => !known.has(id))
      .map((id) => ({ queryKey: [DETAIL, { id }], queryFn: () => get(DETAIL, { id }), retry: false })),
  });
  const options = [
    ...list,
    ...others.flatMap(({ data }) => (data ? [{ value: data.id, label: data.name, picUrl: data.picUrl }] : [])),
  ];
  return { options, search, setSearch, loading: found.isFetching };
}

const row = ({ label, picUrl }: { label?: unknown; picUrl?: string }) => (
  <Flex gap={8} align="center">
    <Avatar shape="square" size={24} {...(picUrl ? { src: picUrl } : {})} alt="" />
    <span>{String(label)}</span>
  </Flex>
);

/** One product, found by its name; its id is the value. */
export function SpuPicker({
  value,
  onChange,
  ...control
}: Common & { value?: number; onChange?: (id: number) => void }) {
  const words = useTexts(bundle);
  const { options, search, setSearch, loading } = useSpuOptions(value === undefined ? [] : [value]);
  return (
    <Select<number, Option>
      {...control}
      value={value ?? null}
      onChange={(id) => onChange?.(id)}
      showSearch={{ filterOption: false, searchValue: search, onSearch: setSearch }}
      loading={loading}
      placeholder={words("placeholder")}
      options={options}
      optionRender={({ data }) => row(data)}
      style={{ width: "100%" }}
    />
  );
}

/** Several products. */
export function SpusPicker({
  value = [],
  onChange,
  ...control
}: Common & { value?: number[]; onChange?: (ids: number[]) => void }) {
  const words = useTexts(bundle);
  const { options, search, setSearch, loading } = useSpuOptions(value);
  return (
    <Select<number[], Option>
      {...control}
      mode="multiple"
      value={value}
      onChange={(ids) => onChange?.(ids)}
      showSearch={{ filterOption: false, searchValue: search, onSearch: setSearch }}
      loading={loading}
      placeholder={words("placeholder")}
      options={options}
      optionRender={({ data }) => row(data)}
      style={{ width: "100%" }}
    />
  );
}
