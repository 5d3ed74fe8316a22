import { Alert, ConfigProvider, Empty, Table, type TableProps } from "antd";
import type { ReactNode } from "react";
import { useTexts } from "../../texts/texts";

const bundle = { none: ["No results", "暂无数据"] } as const;

/** The state of a read, as in useRead's result. */
export interface ReadState {
  isSuccess: boolean;
  isLoading: boolean;
  isPlaceholderData: boolean;
  error: Error | null;
}

/** Whether the response has arrived: only then an empty list can be reported. */
export const isAnswered = (read: ReadState): boolean => read.isSuccess && !read.isPlaceholderData;

/** Dims actions on rows that are not loaded yet, and disables mouse and keys for them. */
export function Lock({ when, children }: { when: boolean; children: ReactNode }) {
  return (
    <div inert={when} aria-busy={when}>
      <ConfigProvider {...(when ? { componentDisabled: true } : {})}>{children}</ConfigProvider>
    </div>
  );
}

/** What is wrong with a read. */
export const ReadError = ({ error }: Pick<ReadState, "error">) =>
  error && <Alert type="error" showIcon title={error.message} style={{ marginBottom: 12 }} />;

export function NoRows() {
  const words = useTexts(bundle);
  return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={words("none")} />;
}

interface Props<R> extends Omit<TableProps<R>, "loading" | "locale"> {
  read: ReadState;
  /** Whether the rows belong to another search; default: the read's own state. */
  locked?: boolean;
  /** Shown when there are no rows. */
  none?: ReactNode;
}

/** The rows of a read, with its error above them. */
export function ReadTable<R>({ read, locked = read.isPlaceholderData, none = <NoRows />, ...table }: Props<R>) {
  return (
    <>
      <ReadError error={read.error} />
      <Lock when={locked}>
        <Table<R>
          {...table}
          loading={read.isLoading || locked}
          locale={{ emptyText: isAnswered(read) && !locked ? none : null }}
        />
      </Lock>
    </>
  );
}
