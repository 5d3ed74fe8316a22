import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, Flex, Input } from "antd";
import { useTexts } from "../../texts/texts";

const bundle = {
  label: ["Label", "名称"],
  value: ["Value", "内容"],
  add: ["Add a line", "添加一行"],
  remove: ["Remove the line", "移除此行"],
} as const;

interface Account {
  label: string;
  value: string;
}

/** Further lines of a demo: what is called how. */
export function AccountsField({ value = [], onChange }: { value?: Account[]; onChange?: (value: Account[]) => void }) {
  const words = useTexts(bundle);
  const change = (at: number, next: Partial<Account>) =>
    onChange?.(value.map((line, index) => (index === at ? { ...line, ...next } : line)));
  return (
    <Flex vertical gap={8}>
      {value.map((line, at) => (
        <Flex key={at} gap={8}>
          <Input
            aria-label={`${words("label")} ${at + 1}`}
            placeholder={words("label")}
            value={line.label}
            onChange={(event) => change(at, { label: event.target.value })}
            style={{ width: "35%" }}
          />
          <Input
            aria-label={`${words("value")} ${at + 1}`}
            placeholder={words("value")}
            value={line.value}
            onChange={(event) => change(at, { value: event.target.value })}
          />
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
        onClick={() => onChange?.([...value, { label: "", value: "" }])}
      >
        {words("add")}
      </Button>
    </Flex>
  );
}
