import { SettingOutlined } from "@ant-design/icons";
import { page, type PageGroup } from "../shell/pages";

export const groups: PageGroup[] = [
  {
    title: ["Set-up", "设置"],
    icon: <SettingOutlined />,
    pages: [page("/brands", ["Brands", "品牌"], "product:brand:query", () => import("./catalog/BrandsPage"))],
  },
];
