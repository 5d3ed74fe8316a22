import { QueryClientProvider } from "@tanstack/react-query";
import { App, ConfigProvider, theme } from "antd";
import enUS from "antd/locale/en_US";
import zhCN from "antd/locale/zh_CN";
import dayjs from "dayjs";
import "dayjs/locale/zh-cn";
import { useEffect, useSyncExternalStore } from "react";
import { BrowserRouter } from "react-router";
import { queryClient } from "../client/queries";
import { currentTokens, onTokens } from "../client/tokens";
import { useLanguage } from "../texts/texts";
import { SignIn } from "./SignIn";
import { SignedIn } from "./SignedIn";
import { useIsDark } from "./theme";

/** The whole page: language, colours, and either the sign-in or the shop. */
export function Console() {
  const { language } = useLanguage();
  const dark = useIsDark();
  const tokens = useSyncExternalStore(onTokens, currentTokens);
  const signedIn = tokens !== null;
  dayjs.locale(language === "zh" ? "zh-cn" : "en");
  // What one operator read is not for the next one at this browser.
  useEffect(() => {
    if (!signedIn) queryClient.clear();
  }, [signedIn]);
  return (
    <ConfigProvider
      locale={language === "zh" ? zhCN : enUS}
      theme={{
        algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
        token: { colorPrimary: dark ? "#2dd4bf" : "#0f766e", colorLink: dark ? "#5eead4" : "#0f766e", borderRadius: 6 },
        components: dark
          ? { Button: { primaryColor: "#042f2e" }, Menu: { itemSelectedBg: "#134e4a" } }
          : { Menu: { itemSelectedBg: "#d5efeb" }, Table: { rowSelectedBg: "#e6f4f1", rowSelectedHoverBg: "#d5efeb" } },
      }}
    >
      <App>
        <QueryClientProvider client={queryClient}>
          <BrowserRouter basename="/console">{signedIn ? <SignedIn /> : <SignIn />}</BrowserRouter>
        </QueryClientProvider>
      </App>
    </ConfigProvider>
  );
}
