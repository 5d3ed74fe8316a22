import { BookOutlined } from "@ant-design/icons";
import { useTexts } from "../../texts/texts";

const bundle = { runbook: ["Runbook", "处理手册"] } as const;

/** What to do, in one line: an address is a link. Nothing without one. */
export function Runbook({ line }: { line: string }) {
  const words = useTexts(bundle);
  if (line === "") return null;
  const [address] = /https?:\/\/\S+/.exec(line) ?? [];
  const [before, ...after] = address === undefined ? [line] : line.split(address);
  return (
    <div style={{ overflowWrap: "anywhere" }}>
      <BookOutlined role="img" aria-label={words("runbook")} /> {before}
      {address !== undefined && (
        <a href={address} target="_blank" rel="noopener noreferrer">
          {address}
        </a>
      )}
      {after.join(address)}
    </div>
  );
}
