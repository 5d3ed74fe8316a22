import { QueryClientProvider } from "@tanstack/react-query";
import { App, ConfigProvider } from "antd";
import enUS from "antd/locale/en_US";
import zhCN from "antd/locale/zh_CN";
import dayjs from "dayjs";
import "dayjs/locale/zh-cn";
import { useEffect, useSyncExternalStore } from "react";
import { createBrowserRouter, RouterProvider } from "react-router";
import { queryClient } from "../client/queries";
import { onSignIn, signInMark } from "../client/signInMark";
import { useLanguage } from "../texts/texts";
import { SignIn } from "./SignIn";
import { SignedIn } from "./SignedIn";
import { themeOf, useIsDark } from "./theme";

/** One route for all pages, which are in Shell. This kind of router can block navigation (parts/unsaved.tsx). */
const router = createBrowserRouter([{ path: "*", element: <Door /> }], { basename: "/console" });

function Door() {
  return useSignedIn() ? <SignedIn /> : <SignIn />;
}

const useSignedIn = (): boolean => useSyncExternalStore(onSignIn, signInMark) !== null;

/** The root: language, colours, and either the sign-in or the shop. */
export function Console() {
  const { language } = useLanguage();
  const dark = useIsDark();
  const signedIn = useSignedIn();
  dayjs.locale(language === "zh" ? "zh-cn" : "en");
  // The next operator at this browser must not see cached data of the previous one.
  useEffect(() => {
    if (!signedIn) queryClient.clear();
  }, [signedIn]);
  return (
    <ConfigProvider
      locale={language === "zh" ? zhCN : enUS}
      theme={themeOf(dark)}
      // Two Chinese characters are one word, which antd's space would split for screen readers.
      button={{ autoInsertSpace: false }}
    >
      <App>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </App>
    </ConfigProvider>
  );
}
