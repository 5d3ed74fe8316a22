import { DashboardOutlined, PayCircleOutlined, ShoppingOutlined } from "@ant-design/icons";
import { page, type PageGroup } from "../shell/pages";

export const groups: PageGroup[] = [
  {
    title: ["Today", "今日"],
    icon: <DashboardOutlined />,
    pages: [page("/today", ["Today", "今日"], undefined, () => import("./today/TodayPage"))],
  },
  {
    title: ["Orders", "订单"],
    icon: <ShoppingOutlined />,
    pages: [
      page("/orders/*", ["Orders", "订单"], "trade:order:query", () => import("./orders/OrdersPage")),
      page("/ship/*", ["Ship by scan or file", "扫码与文件发货"], "trade:order:ship", () => import("./ship/ShipPage")),
      page(
        "/after-sales/*",
        ["After-sales", "售后"],
        "trade:after-sale:query",
        () => import("./afterSale/AfterSalesPage"),
      ),
      page("/invoices/*", ["Invoices", "发票"], "member:invoice:query", () => import("./invoices/InvoicesPage")),
    ],
  },
  {
    title: ["Payments", "支付"],
    icon: <PayCircleOutlined />,
    pages: [
      page("/pay/orders/*", ["Payments", "支付单"], "pay:order:query", () => import("./pay/PayOrdersPage")),
      page("/pay/refunds", ["Refunds", "退款"], "pay:refund:query", () => import("./pay/RefundsPage")),
      page(
        "/pay/anomalies",
        ["Payment anomalies", "支付异常"],
        "pay:anomaly:query",
        () => import("./pay/AnomaliesPage"),
      ),
      page(
        "/pay/notifies/*",
        ["Merchant notifications", "商户通知"],
        "pay:notify:query",
        () => import("./pay/NotifiesPage"),
      ),
      page(
        "/pay/reconciliations/*",
        ["Reconciliation", "对账"],
        "pay:reconciliation:query",
        () => import("./pay/ReconciliationsPage"),
      ),
      page("/pay/wallets", ["Wallets", "会员钱包"], "pay:wallet:query", () => import("./pay/WalletsPage")),
      page(
        "/pay/wallet-transactions",
        ["Wallet transactions", "钱包流水"],
        "pay:wallet:query",
        () => import("./pay/WalletTransactionsPage"),
      ),
      page("/pay/recharges", ["Top-ups", "充值记录"], "pay:wallet-recharge:query", () => import("./pay/RechargesPage")),
      page(
        "/pay/recharge-packages",
        ["Top-up packages", "充值套餐"],
        "pay:wallet-recharge-package:query",
        () => import("./pay/RechargePackagesPage"),
      ),
      page("/pay/apps", ["Payment apps", "支付应用"], "pay:app:query", () => import("./pay/PayAppsPage")),
      page(
        "/pay/channels",
        ["Payment channels", "支付渠道"],
        "pay:channel:query",
        () => import("./pay/PayChannelsPage"),
      ),
    ],
  },
];
