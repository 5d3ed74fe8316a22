import { Cascader } from "antd";
import { pathOf, useAreas } from "../../client/areas";

interface Props {
  id?: string;
  value?: number;
  onChange?: (value: number | undefined) => void;
}

/** A district, selected by province and city or by a part of its name; its id is the value. */
export function AreaField({ id, value, onChange }: Props) {
  const areas = useAreas();
  return (
    <Cascader
      {...(id ? { id } : {})}
      options={areas.data ?? []}
      fieldNames={{ label: "name", value: "id", children: "children" }}
      loading={areas.isPending}
      showSearch={{
        filter: (input, path) =>
          path
            .map(({ name }) => name)
            .join("")
            .includes(input.trim()),
      }}
      style={{ width: "100%" }}
      value={value === undefined ? [] : pathOf(areas.data ?? [], value).map((area) => area.id)}
      onChange={(path) => onChange?.(path?.at(-1) as number | undefined)}
    />
  );
}
