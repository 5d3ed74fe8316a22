import { Select } from "antd";
import { useDeferredValue, useState } from "react";
import { useRead } from "../../client/queries";
import { useTexts } from "../../texts/texts";

const bundle = {
  placeholder: ["Search by nickname or start of mobile number", "输入昵称或手机号开头搜索"],
} as const;

interface Props {
  id?: string;
  value?: number[];
  onChange?: (ids: number[]) => void;
}

/** Members, found by nickname or mobile number; the value is their ids. */
export function MembersPicker({ id, value = [], onChange }: Props) {
  const words = useTexts(bundle);
  const [search, setSearch] = useState("");
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  const text = useDeferredValue(search.trim());
  const found = useRead(
    "/admin-api/member/user/page",
    {
      status: 0,
      pageSize: 20,
      ...(text === "" ? {} : /^\d{1,11}$/.test(text) ? { mobile: text } : { nickname: text }),
    },
    { keepsPrevious: true },
  );
  return (
    <Select
      {...(id ? { id } : {})}
      mode="multiple"
      labelInValue
      value={value.map((memberId) => ({ value: memberId, label: names.get(memberId) ?? String(memberId) }))}
      onChange={(chosen: { value: number; label: string }[]) => {
        setNames(new Map([...names, ...chosen.map(({ value: memberId, label }) => [memberId, label] as const)]));
        onChange?.(chosen.map((one) => one.value));
      }}
      showSearch={{ filterOption: false, searchValue: search, onSearch: setSearch }}
      loading={found.isFetching}
      placeholder={words("placeholder")}
      options={(found.data?.list ?? []).map((member) => ({
        value: member.id,
        label: [member.nickname, member.mobile].filter(Boolean).join(" "),
      }))}
      style={{ width: "100%" }}
    />
  );
}
