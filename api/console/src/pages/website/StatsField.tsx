import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, Flex, Input, InputNumber } from "antd";
import { useTexts } from "../../texts/texts";

const bundle = {
  label: ["Label", "名称"],
  value: ["Shown", "显示值"],
  icon: ["Icon", "图标"],
  numericVal: ["Number", "数值"],
  suffix: ["Suffix", "后缀"],
  add: ["Add a figure", "添加一项"],
  remove: ["Remove the figure", "移除此项"],
} as const;

interface Stat {
  label: string;
  value: string;
  icon: string;
  numericVal: number | null;
  suffix: string;
}

/** The figures of the home page, in their order. */
export function StatsField({ value = [], onChange }: { value?: Stat[]; onChange?: (value: Stat[]) => void }) {
  const words = useTexts(bundle);
  const change = (at: number, next: Partial<Stat>) =>
    onChange?.(value.map((stat, index) => (index === at ? { ...stat, ...next } : stat)));
  const text = (stat: Stat, at: number, name: "label" | "value" | "icon" | "suffix", width: string) => (
    <Input
      aria-label={`${words(name)} ${at + 1}`}
      placeholder={words(name)}
      value={stat[name]}
      onChange={(event) => change(at, { [name]: event.target.value })}
      style={{ width }}
    />
  );
  return (
    <Flex vertical gap={8}>
      {value.map((stat, at) => (
        <Flex key={at} gap={8}>
          {text(stat, at, "label", "26%")}
          {text(stat, at, "value", "20%")}
          <InputNumber
            aria-label={`${words("numericVal")} ${at + 1}`}
            placeholder={words("numericVal")}
            value={stat.numericVal}
            onChange={(numericVal) => change(at, { numericVal })}
            style={{ width: "20%" }}
          />
          {text(stat, at, "suffix", "12%")}
          {text(stat, at, "icon", "16%")}
          <Button
            icon={<DeleteOutlined />}
            aria-label={`${words("remove")} ${at + 1}`}
            onClick={() => onChange?.(value.filter((_, index) => index !== at))}
          />
        </Flex>
      ))}
      <Button
        icon={<PlusOutlined />}
        disabled={value.length >= 20}
        onClick={() => onChange?.([...value, { label: "", value: "", icon: "", numericVal: null, suffix: "" }])}
      >
        {words("add")}
      </Button>
    </Flex>
  );
}
