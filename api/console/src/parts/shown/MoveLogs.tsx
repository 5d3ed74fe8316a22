import { Card, Empty, Timeline, Typography } from "antd";
import { useLanguage, useTexts } from "../../texts/texts";
import { Moment, type States } from "./figures";

const bundle = {
  title: ["History", "操作记录"],
  none: ["No activity yet", "暂无记录"],
  system: ["system", "系统"],
  member: ["member {{id}}", "会员 {{id}}"],
  operator: ["operator {{id}}", "操作员 {{id}}"],
} as const;

interface Log {
  id: number;
  userId: number;
  userType: number;
  operatorName: string | null;
  operateType: number;
  content: string;
  createTime: number;
}
const byWhom = { 0: "system", 1: "member", 2: "operator" } as const;

/** The log of an order or an after-sale with its actors, newest first. */
export function MoveLogs({ logs, operations }: { logs: readonly Log[]; operations: States }) {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const colours = { success: "green", error: "red", warning: "orange", processing: "blue", default: "gray" } as const;
  return (
    <Card title={words("title")} style={{ marginBottom: 16 }}>
      {logs.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={words("none")} />}
      <Timeline
        items={logs.toReversed().map((log) => {
          const [name, colour = "default"] = operations[log.operateType] ?? [[log.content, log.content] as const];
          const by = log.operatorName ?? words(byWhom[log.userType as 0 | 1 | 2] ?? "system", { id: log.userId });
          return {
            key: log.id,
            color: colours[colour],
            content: (
              <>
                <strong>{of(name)}</strong> <Typography.Text type="secondary">{by}</Typography.Text>
                <div>
                  <Typography.Text type="secondary">
                    <Moment ms={log.createTime} />
                  </Typography.Text>
                </div>
                {log.content !== "" && <div style={{ overflowWrap: "anywhere" }}>{log.content}</div>}
              </>
            ),
          };
        })}
      />
    </Card>
  );
}
