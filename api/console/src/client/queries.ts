import { keepPreviousData, QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { UNDO_SECONDS, withUndo } from "../parts/acts/undo";
import { ApiError, get, type DataOf, type GetPath, type QueryOf } from "./client";

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A retry does not change a refusal; an API that is restarting gets two more.
      retry: (count, error) => count < 2 && error instanceof ApiError && (error.status === 0 || error.status === 503),
    },
  },
});

/**
 * A read, cached under its path: a change names the paths (or their prefixes) to reload. With `keepsPrevious` the
 * previous query's response is shown until this one's arrives: only where that does no harm.
 */
export function useRead<P extends GetPath>(
  path: P,
  query?: QueryOf<P>,
  options: {
    enabled?: boolean;
    /** The interval of reloads; a function of the last response, for data that changes for a limited time. */
    everyMs?: number | ((last: DataOf<P> | undefined) => number | false);
    keepsPrevious?: boolean;
  } = {},
) {
  const { everyMs } = options;
  return useQuery<DataOf<P>>({
    queryKey: [path, query ?? {}],
    queryFn: ({ signal }) => get(path, query, signal),
    ...(options.keepsPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
    ...(everyMs === undefined
      ? {}
      : { refetchInterval: typeof everyMs === "number" ? everyMs : ({ state }) => everyMs(state.data) }),
  });
}

/** The operator cancelled: there is nothing to report. */
export class Declined extends Error {}

/**
 * An act of the operator: reports the outcome (`done`, or a text made of the response; without it only an error), and
 * reloads reads whose path begins with one of `changes` ("/admin-api/trade/order/"). With `undo`, which gives what takes
 * the act back, that is offered beside the outcome for ten seconds.
 */
export function useAct<A, R>(
  act: (input: A) => Promise<R>,
  changes: string[],
  done?: string | ((result: R) => string),
  undo?: (input: A) => (() => Promise<unknown>) | undefined,
) {
  const client = useQueryClient();
  const { message, notification } = App.useApp();
  const reload = () =>
    client.invalidateQueries({
      predicate: ({ queryKey }) => changes.some((change) => String(queryKey[0]).startsWith(change)),
    });
  const fail = (error: Error) => {
    if (!(error instanceof Declined)) notification.error({ title: error.message, duration: 8 });
  };
  const tell = (words: string, takeBack: (() => Promise<unknown>) | undefined) => {
    if (!takeBack) return message.success(words);
    const close = message.success(
      withUndo(words, () => {
        close();
        void takeBack().then(reload, fail);
      }),
      UNDO_SECONDS,
    );
    return close;
  };
  return useMutation({
    mutationFn: act,
    onSuccess: async (result, input) => {
      if (done !== undefined) void tell(typeof done === "string" ? done : done(result), undo?.(input));
      await reload();
    },
    onError: fail,
  });
}
