import { Flex } from "antd";
import { shopTime } from "../../parts/shown/shopTime";
import { put } from "../../client/client";
import { ActButton } from "../../parts/acts/ActButton";
import { ActDialog } from "../../parts/acts/ActDialog";
import type { Field } from "../../parts/fields/fields";
import { SecondLine } from "../../parts/shown/SecondLine";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { queueOptions } from "../queues/queue.states";
import { changes, useProcesses, type QueueName } from "./useProcesses";

const bundle = {
  set: ["Set slots", "调整并发"],
  setBrief: ["Set", "调整"],
  heading: ["Set slots of {{name}} in every worker", "调整 {{name}} 在所有工作进程中的并发"],
  headingOf: ["Set slots of {{name}} in {{process}}", "调整 {{process}} 中 {{name}} 的并发"],
  headingAny: ["Set slots of a queue in every worker", "调整队列在所有工作进程中的并发"],
  reset: ["Reset", "恢复"],
  resetOf: ["Reset slots of {{name}}", "恢复 {{name}} 的并发"],
  resetQuestion: ["Reset {{name}} to what each worker is configured with?", "将 {{name}} 恢复为各工作进程的配置值？"],
  done: ["Set. The workers follow within seconds.", "已设置，工作进程将在数秒内生效。"],
  setBy: ["{{slots}} per worker, set by {{who}} at {{time}}", "每进程 {{slots}}，{{who}} 于 {{time}} 设置"],
  asConfigured: ["As configured", "按配置"],
  somebody: ["a deleted operator", "已删除的操作员"],
} as const;
const queueField: Field = {
  name: "name",
  label: ["Queue", "队列"],
  kind: "select",
  needed: true,
  options: queueOptions,
};

interface Props {
  /** Undefined: the operator chooses. */
  name?: QueueName;
  /** Of this process alone; undefined: of all, also of those that start later. */
  process?: { id: string; title: string };
  /** Those of now. */
  slots?: number;
}

/** As light as can be where each queue of a process has one. */
const brief = { type: "link", size: "small" } as const;

/** A button that asks how many jobs of a queue are to run at once. Nothing for who may not set it. */
export function SlotsForm({ name, process, slots }: Props) {
  const words = useTexts(bundle);
  const may = useMay();
  const most = useProcesses().data?.mostSlots;
  if (!may("infra:queue:operate") || most === undefined) return null;
  const slotsField: Field = {
    name: "slots",
    label: ["Jobs at once, in each worker", "每个工作进程同时执行的任务数"],
    kind: "number",
    needed: true,
    min: 1,
    max: most,
    check: (value) => (Number.isInteger(value) ? undefined : ["Enter a whole number", "请填写整数"]),
    hint: [`1 to ${most}. To run none, pause the queue.`, `1 至 ${most}。如需停止执行，请暂停队列。`],
  };
  const heading = process
    ? words("headingOf", { name, process: process.title })
    : name
      ? words("heading", { name })
      : words("headingAny");
  return (
    <ActDialog<{ name?: QueueName; slots: number }>
      {...(process ? { ...brief, "aria-label": heading } : name ? { size: "small" as const } : {})}
      label={words(process ? "setBrief" : "set")}
      heading={heading}
      fields={name ? [slotsField] : [queueField, slotsField]}
      {...(slots === undefined ? {} : { row: { slots } })}
      act={(body) =>
        put("/admin-api/infra/process/set-slots", {
          name: (name ?? body.name)!,
          slots: body.slots,
          ...(process ? { processId: process.id } : {}),
        })
      }
      changes={changes}
      done={words("done")}
    />
  );
}

/** Sets the slots of a queue back, in a process or in all. */
export function SlotsReset({ name, processId }: { name: QueueName; processId?: string }) {
  const words = useTexts(bundle);
  const may = useMay();
  if (!may("infra:queue:operate")) return null;
  return (
    <ActButton
      {...(processId ? { ...brief, "aria-label": words("resetOf", { name }) } : {})}
      question={words("resetQuestion", { name })}
      act={() => put("/admin-api/infra/process/reset-slots", { name, ...(processId ? { processId } : {}) })}
      changes={changes}
      done={words("done")}
    >
      {words("reset")}
    </ActButton>
  );
}

/** The slots of a queue in every worker, on its page: who set them, and how to set others. */
export function QueueSlots({ name }: { name: QueueName }) {
  const words = useTexts(bundle);
  const set = useProcesses().data?.slots.find((one) => one.name === name);
  return (
    <Flex gap={8} align="center" wrap justify="end">
      <SecondLine>
        {set
          ? words("setBy", {
              slots: set.slots,
              who: set.operatorName ?? words("somebody"),
              time: shopTime(set.time).format("MM-DD HH:mm"),
            })
          : words("asConfigured")}
      </SecondLine>
      <SlotsForm name={name} {...(set ? { slots: set.slots } : {})} />
      {set && <SlotsReset name={name} />}
    </Flex>
  );
}
