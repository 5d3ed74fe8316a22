import {
  ClusterOutlined,
  GlobalOutlined,
  LineChartOutlined,
  SafetyOutlined,
  VideoCameraOutlined,
} from "@ant-design/icons";
import { page, type PageGroup } from "../shell/pages";

export const groups: PageGroup[] = [
  {
    title: ["Website", "官网"],
    icon: <GlobalOutlined />,
    pages: [
      page("/website/messages", ["Messages", "留言"], "website:message:query", () => import("./website/MessagesPage")),
      page(
        "/website/products",
        ["Products", "官网产品"],
        "website:product:query",
        () => import("./website/ProductsPage"),
      ),
      page(
        "/website/solutions",
        ["Solutions", "解决方案"],
        "website:solution:query",
        () => import("./website/SolutionsPage"),
      ),
      page(
        "/website/solution-categories",
        ["Solution categories", "方案分类"],
        "website:solution-category:query",
        () => import("./website/IndustriesPage"),
      ),
      page(
        "/website/sources",
        ["Source packages", "源码下载"],
        "website:source:query",
        () => import("./website/SourcesPage"),
      ),
      page(
        "/website/downloads",
        ["Download log", "下载记录"],
        "website:download-log:query",
        () => import("./website/DownloadLogPage"),
      ),
      page(
        "/website/licences",
        ["Licences", "授权许可"],
        "website:license:query",
        () => import("./website/LicensesPage"),
      ),
      page(
        "/website/reviews",
        ["Product reviews", "产品评价"],
        "website:product-review:query",
        () => import("./website/ReviewsPage"),
      ),
      page("/website/demos", ["Demos", "演示站点"], "website:demo:query", () => import("./website/DemosPage")),
      page(
        "/website/banners",
        ["Banners", "横幅广告"],
        "promotion:banner:query",
        () => import("./website/BannersPage"),
      ),
      page(
        "/website/articles",
        ["Articles", "文章"],
        "promotion:article:query",
        () => import("./website/ArticlesPage"),
      ),
      page(
        "/website/home",
        ["Home page", "首页配置"],
        "website:home-config:query",
        () => import("./website/HomeConfigPage"),
      ),
      page("/website/about", ["About us", "关于我们"], "website:about:query", () => import("./website/AboutPage")),
      page("/website/team", ["Team", "团队成员"], "website:team:query", () => import("./website/TeamPage")),
      page(
        "/website/policies",
        ["Policies", "政策条款"],
        "website:policy:query",
        () => import("./website/PoliciesPage"),
      ),
      page(
        "/website/site",
        ["Site settings", "站点设置"],
        "website:site-config:query",
        () => import("./website/SitePage"),
      ),
    ],
  },
  {
    title: ["Live and video", "直播与视频"],
    icon: <VideoCameraOutlined />,
    pages: [
      page(
        "/live/lives/*",
        ["Live streams", "直播场次"],
        "cloudlive:live-base-info:query",
        () => import("./live/LivesPage"),
        ["live"],
      ),
      page("/live/rooms", ["Live rooms", "直播间"], "cloudlive:live-room:query", () => import("./live/RoomsPage"), [
        "live",
      ]),
      page("/videos", ["Videos", "点播视频"], "cloudvod:vod:query", () => import("./video/VideosPage"), ["vod"]),
    ],
  },
  {
    title: ["Visitors", "访客分析"],
    icon: <LineChartOutlined />,
    pages: [
      page(
        "/analytics/traffic",
        ["Traffic", "流量概览"],
        "website:analytics:query",
        () => import("./analytics/TrafficPage"),
      ),
      page(
        "/analytics/paths",
        ["Visitor paths", "访问路径"],
        "website:analytics:query",
        () => import("./analytics/PathsPage"),
      ),
      page(
        "/analytics/funnel",
        ["Funnel", "转化漏斗"],
        "website:analytics:query",
        () => import("./analytics/FunnelPage"),
      ),
      page(
        "/analytics/events",
        ["Visits and actions", "访问明细"],
        "website:analytics:query",
        () => import("./analytics/EventsPage"),
      ),
    ],
  },
  {
    title: ["Operations", "运维"],
    icon: <ClusterOutlined />,
    pages: [
      page("/queues/*", ["Queues", "队列"], "infra:queue:read", () => import("./queues/QueuesPage")),
      page("/objectives", ["Objectives", "服务目标"], "infra:queue:read", () => import("./queues/ObjectivesPage")),
      page("/jobs", ["Jobs", "任务查询"], "infra:queue:read", () => import("./queues/JobsPage")),
      page("/dead-letters", ["Dead letters", "死信"], "infra:queue:read", () => import("./queues/DeadLettersPage")),
      page("/alerts", ["Alerts", "告警记录"], "infra:queue:read", () => import("./queues/AlertsPage")),
      page("/alert-rules", ["Alert rules", "告警规则"], "infra:queue:read", () => import("./queues/AlertRulesPage")),
      page(
        "/operations/jobs",
        ["Recurring jobs", "定时任务"],
        "infra:job:query",
        () => import("./operations/JobsPage"),
      ),
      page(
        "/operations/errors",
        ["Error log", "错误日志"],
        "infra:api-error-log:query",
        () => import("./operations/ErrorLogPage"),
      ),
      page(
        "/operations/access",
        ["Access log", "访问日志"],
        "infra:api-access-log:query",
        () => import("./operations/AccessLogPage"),
      ),
      page("/operations/files", ["Files", "文件"], "infra:file:query", () => import("./operations/FilesPage")),
      page(
        "/operations/recycle",
        ["Deleted data", "数据回收站"],
        "infra:recycle:query",
        () => import("./operations/RecyclePage"),
      ),
      page(
        "/operations/messaging",
        ["SMS and social sign-in", "短信与社交登录"],
        "system:sms-template:query",
        () => import("./operations/MessagingPage"),
        ["sms", "social-mini", "social-official", "social-website", "social-app"],
      ),
      page(
        "/operations/config",
        ["Configuration", "运行配置"],
        "infra:config:query",
        () => import("./operations/ConfigPage"),
      ),
    ],
  },
  {
    title: ["Operators and audit", "权限与审计"],
    icon: <SafetyOutlined />,
    pages: [
      page("/account", ["My account", "我的账号"], undefined, () => import("./account/AccountPage")),
      page("/operators", ["Operators", "操作员"], "system:user:query", () => import("./operators/OperatorsPage")),
      page("/roles", ["Roles", "角色"], "system:role:query", () => import("./operators/RolesPage")),
      page(
        "/audit/operations",
        ["Audit log", "操作日志"],
        "system:operate-log:query",
        () => import("./audit/OperationsPage"),
      ),
      page(
        "/audit/sign-ins",
        ["Sign-in log", "登录日志"],
        "system:login-log:query",
        () => import("./audit/LoginLogPage"),
      ),
      page("/audit/sms", ["SMS log", "短信日志"], "system:sms-log:query", () => import("./audit/SmsLogPage"), ["sms"]),
      page("/audit/sessions", ["Sessions", "登录会话"], "system:session:query", () => import("./audit/SessionsPage")),
    ],
  },
];
