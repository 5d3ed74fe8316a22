import { Alert, Segmented, Skeleton, Tag, theme } from "antd";
import { shopTime } from "../../parts/shown/shopTime";
import { useState, type CSSProperties } from "react";
import { PageHead } from "../../parts/PageHead";
import { useLanguage, useTexts } from "../../texts/texts";
import { bundle } from "./flow.texts";
import { FlowPast } from "./FlowPast";
import { FlowPicture } from "./FlowPicture";
import { Trials } from "./Trials";
import { useFlow, type Flow } from "./useFlow";

export default function FlowPage() {
  const words = useTexts(bundle);
  const style = useColours();
  const [view, setView] = useState<"now" | "past">("now");
  const { read, brokenSince } = useFlow();
  const flow = read.data;
  return (
    <>
      <PageHead
        title={words("title")}
        beside={view === "now" && flow && <Summary flow={flow} isLive={brokenSince === undefined} />}
      >
        <Segmented
          aria-label={words("view")}
          value={view}
          onChange={setView}
          options={(["now", "past"] as const).map((value) => ({ value, label: words(value) }))}
        />
      </PageHead>
      <div className="flow" style={style}>
        {view === "past" ? <FlowPast /> : <FlowNow read={read} brokenSince={brokenSince} />}
      </div>
    </>
  );
}

function FlowNow({ read, brokenSince }: ReturnType<typeof useFlow>) {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const flow = read.data;
  const isOld = brokenSince !== undefined;
  return (
    <>
      {isOld && (
        <Alert
          type="warning"
          showIcon
          title={words("broken", { time: shopTime(brokenSince).format("HH:mm:ss") })}
          style={{ marginBottom: 12 }}
        />
      )}
      {flow?.troubles.map(({ en, zh }) => (
        <Alert key={en} type="error" showIcon title={of([en, zh])} style={{ marginBottom: 12 }} />
      ))}
      {read.error && !flow && <Alert type="error" showIcon title={read.error.message} />}
      {!flow && !read.error && <Skeleton active />}
      {flow && (
        <div className={isOld || flow.troubles.length > 0 ? "flow-old" : undefined}>
          <FlowPicture flow={flow} />
        </div>
      )}
      <Trials />
    </>
  );
}

function Summary({ flow, isLive }: { flow: Flow; isLive: boolean }) {
  const words = useTexts(bundle);
  const standing = flow.nodes.filter(({ state }) => state === "stands").length;
  return (
    <>
      {standing > 0 ? (
        <Tag color="error">{words("standing", { count: standing })}</Tag>
      ) : (
        flow.troubles.length === 0 && <Tag color="success">{words("allWell")}</Tag>
      )}
      {isLive && <Tag>{words("live")}</Tag>}
    </>
  );
}

/** The theme's colours, for flow.css. */
function useColours(): CSSProperties {
  const { token } = theme.useToken();
  return {
    "--flow-box": token.colorBgContainer,
    "--flow-border": token.colorBorderSecondary,
    "--flow-text": token.colorText,
    "--flow-quiet": token.colorTextTertiary,
    "--flow-line": token.colorTextQuaternary,
    "--flow-used": token.colorPrimary,
    "--flow-well": token.colorPrimary,
    "--flow-busy": token.colorWarning,
    "--flow-stands": token.colorError,
    "--flow-focus": token.colorLink,
  } as CSSProperties;
}
