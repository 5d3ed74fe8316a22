import { Alert, ConfigProvider, Empty, Table, type TableProps } from "antd";
import type { ReactNode } from "react";
import { useTexts } from "../texts/texts";

const bundle = { none: ["Nothing here", "暂无数据"] } as const;

/** How far a read has come, as useRead tells it. */
export interface ReadState {
  isSuccess: boolean;
  isLoading: boolean;
  isPlaceholderData: boolean;
  error: Error | null;
}

/** Whether the answer is there: only then can it be said that there is nothing. */
export const isAnswered = (read: ReadState): boolean => read.isSuccess && !read.isPlaceholderData;

/** What acts on rows that are not there yet is dim, and neither mouse nor keys reach it. */
export function Lock({ when, children }: { when: boolean; children: ReactNode }) {
  return (
    <div inert={when} aria-busy={when}>
      <ConfigProvider {...(when ? { componentDisabled: true } : {})}>{children}</ConfigProvider>
    </div>
  );
}

interface Props<R> extends Omit<TableProps<R>, "loading" | "locale"> {
  read: ReadState;
  /** Whether the rows are another search's; by the read itself unless told. */
  locked?: boolean;
  /** What is said of no rows. */
  none?: ReactNode;
}

/** The rows of a read, with its refusal above them. */
export function ReadTable<R>({ read, locked = read.isPlaceholderData, none, ...table }: Props<R>) {
  const words = useTexts(bundle);
  const empty = none ?? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={words("none")} />;
  return (
    <>
      {read.error && <Alert type="error" showIcon title={read.error.message} style={{ marginBottom: 12 }} />}
      <Lock when={locked}>
        <Table<R>
          {...table}
          loading={read.isLoading || locked}
          locale={{ emptyText: isAnswered(read) && !locked ? empty : null }}
        />
      </Lock>
    </>
  );
}
