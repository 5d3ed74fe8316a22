import { keepPreviousData, QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { ApiError, get, type DataOf, type GetPath, type QueryOf } from "./client";

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A refusal will not change by asking again; an API that is just restarted is asked twice more.
      retry: (count, error) => count < 2 && error instanceof ApiError && (error.status === 0 || error.status === 503),
    },
  },
});

/**
 * A read, kept under its path: a change names the paths (or their beginnings) whose readers must look again. With
 * `keepsPrevious` the answer to another query is shown until this one's is there: only for what can do no harm by that.
 */
export function useRead<P extends GetPath>(
  path: P,
  query?: QueryOf<P>,
  options: {
    enabled?: boolean;
    /** How soon it is read again; by what was read last, where that goes on changing for a while only. */
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

/** The operator thought better of it: there is nothing to report. */
export class Declined extends Error {}

/**
 * A write of the operator: says how it went (`done`, or what it makes of the answer), and reads again what begins with one of `changes`
 * ("/admin-api/trade/order/").
 */
export function useAct<A, R>(act: (input: A) => Promise<R>, changes: string[], done: string | ((result: R) => string)) {
  const client = useQueryClient();
  const { message, notification } = App.useApp();
  return useMutation({
    mutationFn: act,
    onSuccess: async (result) => {
      void message.success(typeof done === "string" ? done : done(result));
      await client.invalidateQueries({
        predicate: ({ queryKey }) => changes.some((change) => String(queryKey[0]).startsWith(change)),
      });
    },
    onError: (error) => {
      if (!(error instanceof Declined)) notification.error({ title: error.message, duration: 8 });
    },
  });
}
