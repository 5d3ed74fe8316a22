import { Card, Flex, Tag } from "antd";
import type { ReactNode } from "react";
import type { DataOf } from "../../client/client";
import { Moment, type Colour } from "../../parts/shown/figures";
import { useLanguage, useTexts, type Pair } from "../../texts/texts";
import { WhyActs } from "./WhyActs";

export type Why = DataOf<"/admin-api/infra/job/get">["why"];

const bundle = {
  why: ["Why?", "为什么？"],
} as const;

const states: Record<Why["state"], readonly [words: Pair, colour: Colour]> = {
  done: [["Settled", "已了结"], "success"],
  runs: [["In progress", "进行中"], "processing"],
  waits: [["Waiting", "等待中"], "default"],
  stands: [["Needs attention", "需处理"], "warning"],
  failed: [["Gave up", "已放弃"], "error"],
};

interface Props {
  why: Why;
  /** Buttons of acts that only this page has. */
  own?: ReactNode;
  /** Acts whose buttons stand beside the line already. */
  but?: (act: Why["acts"][number]) => boolean;
  /** Of what, where a page tells it of several things. */
  of?: string;
}

/** Why something stands where it stands, at the top of its page: state, sentence, what helps. */
export function WhyLine({ why, own, but, of }: Props) {
  const words = useTexts(bundle);
  return (
    <Card
      size="small"
      role="region"
      aria-label={of ? `${words("why")} ${of}` : words("why")}
      className="why"
      style={{ marginBottom: 16 }}
    >
      <Flex wrap gap={8} align="center">
        <strong>{words("why")}</strong>
        <WhyState why={why} />
        <WhySentence why={why} />
        <Flex wrap gap={8} align="center">
          {own}
          <WhyActs acts={why.acts.filter((act) => !but?.(act))} />
        </Flex>
      </Flex>
    </Card>
  );
}

function WhyState({ why }: { why: Why }) {
  const { of } = useLanguage();
  const [words, colour] = states[why.state];
  return (
    <Tag color={colour} style={{ marginInlineEnd: 0 }}>
      {of(words)}
    </Tag>
  );
}

const TIME = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)/;

/** Its times, which the API writes in UTC, are shown as everywhere else. */
function WhySentence({ why: { sentence } }: { why: Why }) {
  const { of } = useLanguage();
  return (
    <span className="why-sentence">
      {of([sentence.en, sentence.zh])
        .split(TIME)
        .map((part, index) => (TIME.test(part) ? <Moment key={index} ms={Date.parse(part)} /> : part))}
    </span>
  );
}

/** How often a page is read again whose thing is not settled. */
export const againWhileOpen = (last: { why: Why } | undefined): number | false =>
  last === undefined || last.why.state === "done" ? false : last.why.state === "runs" ? 3_000 : 10_000;
