import { BellOutlined } from "@ant-design/icons";
import { Badge, Button, Drawer } from "antd";
import { useState } from "react";
import { useOpenAlerts } from "../client/openAlerts";
import { OpenAlerts } from "../pages/alerts/OpenAlerts";
import { useTexts } from "../texts/texts";

const bundle = {
  title: ["Open alerts", "触发中的告警"],
  waiting: ["Open alerts: {{count}}", "待确认告警：{{count}} 条"],
} as const;

/** How many alerts wait for somebody, and what they are. */
export function AlertBell() {
  const words = useTexts(bundle);
  const count = useOpenAlerts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Badge count={count} size="small">
        <Button
          icon={<BellOutlined aria-hidden />}
          aria-label={words("waiting", { count })}
          onClick={() => setOpen(true)}
        />
      </Badge>
      <Drawer title={words("title")} open={open} onClose={() => setOpen(false)} size={440} destroyOnHidden>
        <OpenAlerts onLeave={() => setOpen(false)} />
      </Drawer>
    </>
  );
}
