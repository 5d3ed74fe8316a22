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

/** A read, kept under its path: a change names the paths (or their beginnings) whose readers must look again. */
export function useRead<P extends GetPath>(
  path: P,
  query?: QueryOf<P>,
  options: { enabled?: boolean; everyMs?: number } = {},
) {
  return useQuery<DataOf<P>>({
    queryKey: [path, query ?? {}],
    queryFn: ({ signal }) => get(path, query, signal),
    placeholderData: keepPreviousData,
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
    ...(options.everyMs === undefined ? {} : { refetchInterval: options.everyMs }),
  });
}

/**
 * A write of the operator: tells how it went, and reads again what begins with one of `changes`
 * ("/admin-api/trade/order/").
 */
export function useAct<A>(act: (input: A) => Promise<unknown>, changes: string[], done: string) {
  const client = useQueryClient();
  const { message, notification } = App.useApp();
  return useMutation({
    mutationFn: act,
    onSuccess: async () => {
      void message.success(done);
      await client.invalidateQueries({
        predicate: ({ queryKey }) => changes.some((change) => String(queryKey[0]).startsWith(change)),
      });
    },
    onError: (error) => notification.error({ title: error.message, duration: 8 }),
  });
}
