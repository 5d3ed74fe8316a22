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

/** One route for all: the pages are in Shell. A router of this kind can hold a leaving back (parts/unsaved.tsx). */
const router = createBrowserRouter([{ path: "*", element: <Door /> }], { basename: "/console" });

function Door() {
  return useSignedIn() ? <SignedIn /> : <SignIn />;
}

const useSignedIn = (): boolean => useSyncExternalStore(onSignIn, signInMark) !== null;

/** The whole page: language, colours, and either the sign-in or the shop. */
export function Console() {
  const { language } = useLanguage();
  const dark = useIsDark();
  const signedIn = useSignedIn();
  dayjs.locale(language === "zh" ? "zh-cn" : "en");
  // What one operator read is not for the next one at this browser.
  useEffect(() => {
    if (!signedIn) queryClient.clear();
  }, [signedIn]);
  return (
    <ConfigProvider
      locale={language === "zh" ? zhCN : enUS}
      theme={themeOf(dark)}
      // Two characters are one word, which a space in it would tear apart for those who hear it.
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
