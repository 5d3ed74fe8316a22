import { page, type PageGroup } from "../shell/pages";
import { DashboardOutlined } from "@ant-design/icons";

export const groups: PageGroup[] = [
  {
    title: ["Today", "今日"],
    icon: <DashboardOutlined />,
    pages: [page("/today", ["Today", "今日"], undefined, () => import("./today/TodayPage"))],
  },
];
