import { LeftOutlined, RightOutlined } from "@ant-design/icons";
import { Alert, Button, Empty, Flex, Skeleton, Slider } from "antd";
import { shopTime } from "../../parts/shown/shopTime";
import { useState } from "react";
import { useRead } from "../../client/queries";
import { useTexts } from "../../texts/texts";
import { QueueGroups } from "./FlowPicture";
import { bundle } from "./flow.texts";
import { groupsOf } from "./picture";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const clock = (ms: number): string => shopTime(ms).format("MM-DD HH:mm");

/** The queues of an hour that is over, minute by minute. */
export function FlowPast() {
  const words = useTexts(bundle);
  const [until, setUntil] = useState(() => Math.floor(Date.now() / MINUTE) * MINUTE);
  const [at, setAt] = useState(until - MINUTE);
  const read = useRead("/admin-api/infra/flow/past", { until });
  const minutes = read.data ?? [];
  const shown = minutes.find(({ time }) => time === at);
  const go = (next: number): void => {
    setUntil(next);
    setAt(next - HOUR);
  };
  return (
    <>
      <Flex gap={8} align="center" wrap>
        <Button icon={<LeftOutlined aria-hidden />} onClick={() => go(until - HOUR)}>
          {words("earlier")}
        </Button>
        <Button
          icon={<RightOutlined aria-hidden />}
          disabled={until + HOUR > Date.now()}
          onClick={() => go(until + HOUR)}
        >
          {words("later")}
        </Button>
        <strong>{clock(at)}</strong>
      </Flex>
      <div className="flow-strip" aria-hidden>
        {Array.from({ length: 60 }, (_, index) => {
          const minute = minutes.find(({ time }) => time === until - HOUR + index * MINUTE);
          const stands = minute?.queues.some(({ state }) => state === "stands");
          return <span key={index} className={!minute ? "flow-none" : stands ? "flow-bad" : undefined} />;
        })}
      </div>
      <Slider
        min={until - HOUR}
        max={until - MINUTE}
        step={MINUTE}
        value={at}
        onChange={setAt}
        ariaLabelForHandle={words("minute")}
        ariaValueTextFormatterForHandle={clock}
        tooltip={{ formatter: (value) => clock(value ?? at) }}
      />
      {read.error && <Alert type="error" showIcon title={read.error.message} />}
      {read.isLoading && <Skeleton active />}
      {read.data && !shown && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={words("notRecorded")} />}
      {shown && <QueueGroups groups={groupsOf(shown.queues)} />}
    </>
  );
}
