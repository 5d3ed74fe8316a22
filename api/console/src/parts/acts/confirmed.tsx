import { App } from "antd";
import { ApiError } from "../../client/client";
import { Declined } from "../../client/queries";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["This looks unusual. Continue anyway?", "以下内容异常，确定继续吗？"],
  yes: ["Continue anyway", "确定继续"],
  no: ["Go back", "返回修改"],
} as const;
/**
 * The codes for something allowed but unusual, which is done only when it is sent again with `confirm`: of a form, of a kind
 * of job on which money or orders depend, of the last process of its kind.
 */
const NEEDS_CONFIRMATION: readonly number[] = [
  1_013_000_000, 1_001_008_006, 1_001_008_009, 1_001_010_010, 1_001_010_011, 1_001_010_012,
];

/** Sends a body; if it is unusual, shows why and, once confirmed, sends it again with `confirm: true`. */
export function useConfirmed() {
  const words = useTexts(bundle);
  const { modal } = App.useApp();
  return async <R,>(send: (more: { confirm?: true }) => Promise<R>): Promise<R> => {
    try {
      return await send({});
    } catch (error) {
      if (!(error instanceof ApiError && NEEDS_CONFIRMATION.includes(error.code))) throw error;
      const isMeant = await modal.confirm({
        title: words("title"),
        content: <span style={{ whiteSpace: "pre-line" }}>{error.message}</span>,
        okText: words("yes"),
        cancelText: words("no"),
        okButtonProps: { danger: true },
        autoFocusButton: "cancel",
      });
      if (!isMeant) throw new Declined();
      return await send({ confirm: true });
    }
  };
}
