import { SettingOutlined } from "@ant-design/icons";
import { Button, Checkbox, Flex, Popover, Segmented } from "antd";
import { useTexts } from "../../texts/texts";
import type { KeyedColumn } from "./columns";
import { useDensity, type Density } from "./kept";

const bundle = {
  title: ["Table settings", "列表设置"],
  density: ["Row height", "行高"],
  compact: ["Compact", "紧凑"],
  comfortable: ["Comfortable", "宽松"],
  columns: ["Columns", "显示的列"],
  hint: [
    "The others are in each row's details, as are those for which there is no room.",
    "其余的列在每行的详情中，宽度不足时也会收入详情。",
  ],
  reset: ["All columns", "显示全部列"],
} as const;

interface Props {
  columns: readonly Pick<KeyedColumn<unknown>, "key" | "title" | "isKept">[];
  hidden: readonly string[];
  onHide: (hidden: string[]) => void;
}

/** How dense a list is, for all lists, and which columns this one has. */
export function ListSettings({ columns, hidden, onHide }: Props) {
  const words = useTexts(bundle);
  const [density, setDensity] = useDensity();
  const free = columns.filter(({ isKept }) => !isKept);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title={words("title")}
      content={
        <Flex vertical gap={12} className="list-settings">
          <Segmented<Density>
            aria-label={words("density")}
            value={density}
            onChange={setDensity}
            options={[
              { value: "compact", label: words("compact") },
              { value: "comfortable", label: words("comfortable") },
            ]}
          />
          {free.length > 0 && (
            <>
              <strong>{words("columns")}</strong>
              <Flex vertical gap={4} role="group" aria-label={words("columns")}>
                {free.map(({ key, title }) => (
                  <Checkbox
                    key={key}
                    checked={!hidden.includes(key)}
                    onChange={({ target }) =>
                      onHide(target.checked ? hidden.filter((one) => one !== key) : [...hidden, key])
                    }
                  >
                    {title}
                  </Checkbox>
                ))}
              </Flex>
              <span className="list-hint">{words("hint")}</span>
              <Button size="small" disabled={hidden.length === 0} onClick={() => onHide([])}>
                {words("reset")}
              </Button>
            </>
          )}
        </Flex>
      }
    >
      <Button icon={<SettingOutlined aria-hidden />} aria-label={words("title")} />
    </Popover>
  );
}
