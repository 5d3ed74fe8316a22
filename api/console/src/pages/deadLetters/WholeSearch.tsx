import { Alert, Button, Flex, Input, Modal, Typography } from "antd";
import { shopTime } from "../../parts/shown/shopTime";
import { useId, useState } from "react";
import { useSearchParams } from "react-router";
import { post, type BodyOf } from "../../client/client";
import { useAct, useRead } from "../../client/queries";
import { countText } from "../../parts/lists/countText";
import type { Filter } from "../../parts/lists/filters";
import { useLanguage, useTexts } from "../../texts/texts";
import { ReplayProgress } from "./ReplayProgress";

const bundle = {
  replay: ["Replay all", "重放全部搜索结果"],
  discard: ["Discard all", "丢弃全部搜索结果"],
  replayTitle: ["Replay all matching open dead letters", "重放该搜索条件下的全部待处理死信"],
  discardTitle: ["Discard all matching open dead letters", "丢弃该搜索条件下的全部待处理死信"],
  replayN: ["Replay {{count}}", "重放 {{count}} 条"],
  discardN: ["Discard {{count}}", "丢弃 {{count}} 条"],
  open: ["Matching open dead letters: {{count}}", "涉及待处理死信：{{count}} 条"],
  counting: ["Counting…", "统计中…"],
  search: ["Filters: {{what}}", "搜索条件：{{what}}"],
  everything: [
    "No filters set: this includes every open dead letter of all queues.",
    "未设置筛选条件，包含所有队列的全部待处理死信。",
  ],
  why: ["Discard reason", "丢弃原因"],
  forGood: ["They will not run again, but can still be found here.", "丢弃后将不再执行，仍可在此查到。"],
  replayed: ["Replay started", "已重新执行"],
  discarded: ["Discarded. They can still be found here.", "已丢弃，仍可在此查到"],
  result: ["{{discarded}} discarded, {{left}} still open.", "已丢弃 {{discarded}} 条，剩余 {{left}} 条待处理。"],
  again: ["Run it again for the rest.", "请再次操作以处理剩余部分。"],
} as const;
const base = "/admin-api/infra/dead-letter/";
const changes = [base, "/admin-api/infra/queue/"];
const numbers = ["orderId", "payOrderId", "memberId"];
type Act = "replay" | "discard";
type Which = BodyOf<"/admin-api/infra/dead-letter/replay-all", "post">;

/** Actions on every open dead letter of the search in the address, whatever state it shows. */
export function WholeSearch({ filters }: { filters: readonly Filter[] }) {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const reasonId = useId();
  const [search] = useSearchParams();
  const [confirming, setConfirming] = useState<Act>();
  const [reason, setReason] = useState("");
  const [replayId, setReplayId] = useState<number>();
  const [result, setResult] = useState<{ discarded: number; left: number }>();
  const which = Object.fromEntries(
    filters.flatMap(({ name }): [string, unknown][] => {
      const all = search.getAll(name);
      if (all.length === 0 || name === "status") return [];
      if (name === "createTime") return [[name, all.map(Number)]];
      return [[name, numbers.includes(name) ? Number(all[0]) : all[0]]];
    }),
  );
  const isAll = Object.keys(which).length === 0;
  const body = (isAll ? { all: true } : which) as Which;
  const found = useRead(
    `${base}page`,
    { ...which, status: 0, pageNo: 1, pageSize: 1 },
    { enabled: confirming !== undefined },
  );
  const total = found.isFetching ? undefined : found.data?.total;
  const count = countText(total ?? 0);
  const close = () => {
    setConfirming(undefined);
    setReason("");
  };
  const replay = useAct(
    async () => {
      setReplayId((await post(`${base}replay-all`, body)).id);
      close();
    },
    changes,
    words("replayed"),
  );
  const discard = useAct(
    async () => {
      setResult(await post(`${base}discard-all`, { ...body, discardReason: reason.trim() }));
      close();
    },
    changes,
    words("discarded"),
  );
  const what = filters
    .filter(({ name }) => name in which)
    .map(({ name, label, kind }) => {
      const values = search.getAll(name);
      return `${of(label)}: ${(kind === "time" ? values.map((ms) => shopTime(Number(ms)).format("YYYY-MM-DD HH:mm:ss")) : values).join(" – ")}`;
    })
    .join(", ");
  const isDiscard = confirming === "discard";
  return (
    <>
      <Flex gap={8} wrap style={{ marginBottom: 12 }}>
        <Button loading={replay.isPending} onClick={() => setConfirming("replay")}>
          {words("replay")}
        </Button>
        <Button danger loading={discard.isPending} onClick={() => setConfirming("discard")}>
          {words("discard")}
        </Button>
      </Flex>
      {replayId !== undefined && <ReplayProgress id={replayId} onClose={() => setReplayId(undefined)} />}
      {result && (
        <Alert
          type={result.left === 0 ? "success" : "warning"}
          showIcon
          closable={{ onClose: () => setResult(undefined) }}
          style={{ marginBottom: 12 }}
          title={`${words("result", result)} ${result.left === 0 ? "" : words("again")}`}
        />
      )}
      <Modal
        title={words(isDiscard ? "discardTitle" : "replayTitle")}
        open={confirming !== undefined}
        onCancel={close}
        onOk={() => (isDiscard ? discard : replay).mutate(undefined)}
        okText={words(isDiscard ? "discardN" : "replayN", { count })}
        okButtonProps={{ danger: isDiscard, disabled: !total || (isDiscard && reason.trim() === "") }}
        confirmLoading={replay.isPending || discard.isPending}
      >
        <Flex vertical gap={12}>
          {found.error && <Alert type="error" showIcon title={found.error.message} />}
          <Typography.Text>{isAll ? words("everything") : words("search", { what })}</Typography.Text>
          <Typography.Text strong className="numbers" aria-live="polite">
            {total === undefined ? words("counting") : words("open", { count })}
          </Typography.Text>
          {isDiscard && (
            <div>
              <Typography.Paragraph type="secondary">{words("forGood")}</Typography.Paragraph>
              <label htmlFor={reasonId}>{words("why")}</label>
              <Input.TextArea
                id={reasonId}
                rows={3}
                maxLength={200}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            </div>
          )}
        </Flex>
      </Modal>
    </>
  );
}
