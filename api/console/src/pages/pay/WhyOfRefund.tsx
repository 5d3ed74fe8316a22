import { Alert, Skeleton } from "antd";
import { useRead } from "../../client/queries";
import { againWhileOpen, WhyLine } from "../why/WhyLine";

/** Why a refund is where it is, below its row, which has its own acts. */
export function WhyOfRefund({ id }: { id: number }) {
  const { data, error } = useRead("/admin-api/pay/refund/get-detail", { id }, { everyMs: againWhileOpen });
  if (!data) return error ? <Alert type="error" showIcon title={error.message} /> : <Skeleton active title={false} />;
  return <WhyLine why={data.why} of={data.no} but={({ act }) => act.startsWith("refund.")} />;
}
