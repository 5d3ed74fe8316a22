import { Alert, Skeleton, Tag, theme } from "antd";
import type { CSSProperties } from "react";
import { PageHead } from "../../parts/PageHead";
import { useTexts } from "../../texts/texts";
import { ProcessCard } from "./ProcessCard";
import { SlotsForm } from "./SlotsForm";
import { useProcesses, type Process, type Processes } from "./useProcesses";
import { bundle } from "./workers.texts";

/** One for each version, the most common first. */
const colours = ["#1677ff", "#d48806", "#08979c", "#9254de"];
const kinds = ["worker", "api", "cron"] as const;

export default function WorkersPage() {
  const words = useTexts(bundle);
  const style = useColours();
  const read = useProcesses();
  const versions = read.data?.versions ?? [];
  return (
    <>
      <PageHead
        title={words("title")}
        beside={versions.map(({ version, count }) => (
          <VersionTag key={version} version={version} versions={versions} count={count} />
        ))}
      >
        <SlotsForm />
      </PageHead>
      {read.error && (
        <Alert
          type="warning"
          showIcon
          title={words("stale", { reason: read.error.message })}
          style={{ marginBottom: 12 }}
        />
      )}
      {versions.length > 1 && (
        <Alert
          type="info"
          showIcon
          title={words("versions", { count: versions.length })}
          style={{ marginBottom: 12 }}
        />
      )}
      {!read.data && !read.error && <Skeleton active />}
      {read.data && (
        <div className="processes" style={style}>
          <ProcessGroups now={read.data} />
        </div>
      )}
    </>
  );
}

function ProcessGroups({ now: { processes, versions } }: { now: Processes }) {
  const words = useTexts(bundle);
  const gone = processes.filter(({ alive }) => !alive);
  const card = (process: Process) => (
    <ProcessCard
      key={process.id}
      process={process}
      version={<VersionTag version={process.version} versions={versions} />}
    />
  );
  return (
    <>
      {kinds.map((kind) => {
        const ofKind = processes.filter((one) => one.alive && one.kind === kind);
        return (
          <section key={kind} aria-label={words(kind)}>
            <h2>{`${words(kind)} (${ofKind.length})`}</h2>
            {ofKind.length === 0 ? <p className="process-quiet">{words("none")}</p> : ofKind.map(card)}
          </section>
        );
      })}
      {gone.length > 0 && (
        <section aria-label={words("gone")}>
          <h2>{words("gone")}</h2>
          {gone.map(card)}
        </section>
      )}
    </>
  );
}

interface VersionProps {
  version: string;
  versions: Processes["versions"];
  count?: number;
}

/** A version in its colour; `count`: how many live processes run it. */
function VersionTag({ version, versions, count }: VersionProps) {
  const words = useTexts(bundle);
  const at = versions.findIndex((one) => one.version === version);
  return (
    <Tag className="numbers">
      <span className="process-mark" style={{ background: colours[at] ?? "#8c8c8c" }} aria-hidden />
      {(version || words("unknownVersion")) + (count === undefined ? "" : ` × ${count}`)}
    </Tag>
  );
}

/** The theme's colours, for workers.css. */
function useColours(): CSSProperties {
  const { token } = theme.useToken();
  return {
    "--process-box": token.colorBgContainer,
    "--process-border": token.colorBorderSecondary,
    "--process-text": token.colorText,
    "--process-quiet": token.colorTextSecondary,
    "--process-taken": token.colorPrimary,
    "--process-bad": token.colorErrorText,
  } as CSSProperties;
}
