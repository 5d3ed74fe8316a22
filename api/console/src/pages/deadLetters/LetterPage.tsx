import { Alert, Card, Skeleton } from "antd";
import { useParams } from "react-router";
import { useRead } from "../../client/queries";
import { PageHead } from "../../parts/PageHead";
import { useTexts } from "../../texts/texts";
import { LetterDetail } from "./LetterDetail";

const bundle = {
  back: ["Dead letters", "死信"],
  cause: ["Dead letters of this cause", "同一原因的死信"],
} as const;

/** One dead letter, for links to it. */
export function LetterPage() {
  const words = useTexts(bundle);
  const id = Number(useParams()["id"]);
  const { data: letter, error } = useRead("/admin-api/infra/dead-letter/get", { id });
  if (!letter) return error ? <Alert type="error" showIcon title={error.message} /> : <Skeleton active />;
  const back = letter.cause
    ? { to: `/dead-letters/causes/${letter.cause}`, label: words("cause") }
    : { to: "/dead-letters", label: words("back") };
  return (
    <>
      <PageHead title={`${letter.job} ${letter.id}`} back={back} />
      <Card>
        <LetterDetail letter={letter} />
      </Card>
    </>
  );
}
