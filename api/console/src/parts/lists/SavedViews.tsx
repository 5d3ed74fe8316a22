import { DeleteOutlined, DownOutlined } from "@ant-design/icons";
import { Button, Flex, Form, Input, Popover, Typography } from "antd";
import { useState } from "react";
import { useTexts } from "../../texts/texts";
import { useKept } from "./kept";

const bundle = {
  views: ["Views", "视图"],
  title: ["Saved views", "已存视图"],
  none: ["Save the present filters under a name to come back to them.", "可将当前筛选条件命名保存，以便再次查看。"],
  name: ["Name of the view", "视图名称"],
  save: ["Save view", "保存视图"],
  remove: ["Delete view {{name}}", "删除视图 {{name}}"],
  copy: ["Copy link to this view", "复制当前视图的链接"],
  copied: ["Copied", "已复制"],
} as const;
const MOST_CHARACTERS = 40;

interface View {
  name: string;
  search: string;
}

interface Props {
  /** Of which list. */
  list: string;
  /** The list's part of the address, without the number of its page. */
  current: string;
  onChoose: (search: string) => void;
}

/** Filters with a name, of this operator in this browser; their address can be given to others. */
export function SavedViews({ list, current, onChoose }: Props) {
  const words = useTexts(bundle);
  const [isOpen, setIsOpen] = useState(false);
  const [views, keep] = useKept<View[]>(`views.${list}`, readViews);
  const [form] = Form.useForm<{ name: string }>();
  const chosen = views.find(({ search }) => search === current);
  const save = ({ name }: { name: string }) => {
    const view = { name: name.trim(), search: current };
    keep([...views.filter((other) => other.name !== view.name), view]);
    form.resetFields();
  };
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setIsOpen}
      title={words("title")}
      content={
        <Flex vertical gap={8} className="list-views">
          {views.length === 0 && <span className="list-hint">{words("none")}</span>}
          {views.map((view) => (
            <Flex key={view.name} gap={4} justify="space-between">
              <Button
                type={view === chosen ? "primary" : "text"}
                size="small"
                className="list-view"
                onClick={() => {
                  onChoose(view.search);
                  setIsOpen(false);
                }}
              >
                {view.name}
              </Button>
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={words("remove", { name: view.name })}
                onClick={() => keep(views.filter((other) => other !== view))}
              />
            </Flex>
          ))}
          <Form form={form} onFinish={save} layout="inline" className="list-save">
            <Form.Item name="name" rules={[{ required: true, whitespace: true, message: "" }]}>
              <Input size="small" aria-label={words("name")} placeholder={words("name")} maxLength={MOST_CHARACTERS} />
            </Form.Item>
            <Button size="small" htmlType="submit">
              {words("save")}
            </Button>
          </Form>
          <Typography.Text
            type="secondary"
            copyable={{ text: location.href, tooltips: [words("copy"), words("copied")] }}
          >
            {words("copy")}
          </Typography.Text>
        </Flex>
      }
    >
      <Button>
        {chosen?.name ?? words("views")} <DownOutlined aria-hidden />
      </Button>
    </Popover>
  );
}

const isView = (view: Partial<View> | null): boolean =>
  typeof view?.name === "string" && typeof view.search === "string";
const readViews = (stored: unknown): View[] => (Array.isArray(stored) ? (stored as View[]).filter(isView) : []);
