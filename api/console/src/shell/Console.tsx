import { QueryClientProvider } from "@tanstack/react-query";
import { App, ConfigProvider } from "antd";
import enUS from "antd/locale/en_US";
import zhCN from "antd/locale/zh_CN";
import dayjs from "dayjs";
import "dayjs/locale/zh-cn";
import { createBrowserRouter, RouterProvider } from "react-router";
import { queryClient } from "../client/queries";
import { useLanguage } from "../texts/texts";
import { SignedIn } from "./SignedIn";
import { themeOf, useIsDark } from "./theme";

/** One route for all pages, which are in Shell. This kind of router can block navigation (parts/unsaved.tsx). */
const router = createBrowserRouter([{ path: "*", element: <SignedIn /> }], { basename: "/console" });

/** The root of the framework: language, colours and the shop. */
export function Console() {
  const { language } = useLanguage();
  const dark = useIsDark();
  dayjs.locale(language === "zh" ? "zh-cn" : "en");
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
