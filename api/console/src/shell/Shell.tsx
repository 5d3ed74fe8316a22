import { LogoutOutlined, MenuOutlined, UserOutlined } from "@ant-design/icons";
import { Button, Drawer, Dropdown, Grid, Layout, Menu, Result, Skeleton, theme, type MenuProps } from "antd";
import { cloneElement, Suspense, useState } from "react";
import { Link, Navigate, Route, Routes, useLocation, useNavigate } from "react-router";
import { Missing } from "../parts/shown/Missing";
import { UnsavedGuard, useLeaving } from "../parts/fields/unsaved";
import { usePageTitle } from "../parts/usePageTitle";
import { useLanguage, useTexts } from "../texts/texts";
import { AlertBell } from "./AlertBell";
import { FaultBoundary } from "./FaultBoundary";
import { groups } from "./menu";
import { useMay, useOffers, useOperator } from "./operator";
import { bare, pageAt, type PageEntry } from "./pages";
import { Preferences } from "./Preferences";
import { Search } from "./search/Search";
import { signOut } from "./signOut";

const bundle = {
  title: ["Shop console", "商城管理台"],
  skip: ["Skip to content", "跳到内容"],
  menu: ["Menu", "菜单"],
  account: ["My account", "我的账号"],
  signOut: ["Sign out", "退出登录"],
  forbidden: ["You do not have access to this page.", "您没有查看该页面的权限。"],
  forbiddenHint: ["Ask an administrator to update your role.", "如需查看，请联系管理员调整角色权限。"],
} as const;

export function Shell() {
  const words = useTexts(bundle);
  const { user } = useOperator();
  const may = useMay();
  const offers = useOffers();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const leaving = useLeaving();
  const { token } = theme.useToken();
  const wide = Grid.useBreakpoint().lg ?? true;
  const [open, setOpen] = useState(false);
  const pages = groups.flatMap((group) => group.pages).filter((page) => offers(page.needs));
  const account: MenuProps["items"] = [
    {
      key: "account",
      icon: <UserOutlined aria-hidden />,
      label: words("account"),
      onClick: () => void navigate("/account"),
    },
    {
      key: "sign-out",
      icon: <LogoutOutlined aria-hidden />,
      label: words("signOut"),
      onClick: () => leaving(() => void signOut()),
    },
  ];
  return (
    <Layout style={{ minHeight: "100vh" }}>
      <UnsavedGuard />
      <a
        className="skip-link"
        href="#content"
        onClick={(event) => {
          // Not by the address, which the router would take for another page.
          event.preventDefault();
          document.getElementById("content")?.focus();
        }}
      >
        {words("skip")}
      </a>
      {wide ? (
        <Layout.Sider
          width={232}
          theme="light"
          style={{ height: "100vh", position: "sticky", top: 0, overflowY: "auto" }}
        >
          <div style={{ padding: "18px 24px 8px", fontSize: 17, fontWeight: 600, color: token.colorText }}>
            {words("title")}
          </div>
          <SideMenu />
        </Layout.Sider>
      ) : (
        <Drawer
          open={open}
          onClose={() => setOpen(false)}
          placement="left"
          title={words("title")}
          styles={{ body: { padding: 0 } }}
        >
          <SideMenu onChosen={() => setOpen(false)} />
        </Drawer>
      )}
      <Layout>
        <Layout.Header
          style={{
            background: token.colorBgContainer,
            display: "flex",
            gap: 16,
            alignItems: "center",
            padding: "0 24px",
            borderBottom: `1px solid ${token.colorBorderSecondary}`,
          }}
        >
          {!wide && (
            <Button icon={<MenuOutlined aria-hidden />} aria-label={words("menu")} onClick={() => setOpen(true)} />
          )}
          <Search isWide={wide} />
          <span style={{ flex: 1 }} />
          {wide && <Preferences />}
          {may("infra:queue:read") && <AlertBell />}
          <Dropdown menu={{ items: account }} trigger={["click"]}>
            <Button icon={<UserOutlined aria-hidden />}>{user.nickname || user.username}</Button>
          </Dropdown>
        </Layout.Header>
        <Layout.Content id="content" tabIndex={-1} style={{ padding: wide ? 24 : 12, outline: "none" }}>
          <Suspense fallback={<Skeleton active />}>
            <FaultBoundary at={pathname}>
              <Routes>
                {pages.map(({ path, permission, page: Page }) => (
                  <Route key={path} path={path} element={!permission || may(permission) ? <Page /> : <Forbidden />} />
                ))}
                <Route path="/" element={<Navigate to="/today" replace />} />
                <Route path="*" element={<Missing />} />
              </Routes>
            </FaultBoundary>
          </Suspense>
        </Layout.Content>
      </Layout>
    </Layout>
  );
}

/** Shown instead of a page whose requests would be refused. */
function Forbidden() {
  const words = useTexts(bundle);
  usePageTitle(words("forbidden"));
  return <Result status="403" title={words("forbidden")} subTitle={words("forbiddenHint")} />;
}

function SideMenu({ onChosen }: { onChosen?: () => void }) {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const may = useMay();
  const offers = useOffers();
  const { pathname } = useLocation();
  const isShown = ({ permission, needs }: PageEntry) => (!permission || may(permission)) && offers(needs);
  const shown = groups
    .map((group) => ({ ...group, pages: group.pages.filter(isShown) }))
    .filter((group) => group.pages.length > 0);
  const current = pageAt(
    pathname,
    shown.flatMap((group) => group.pages),
  );
  const groupOfCurrent = shown.find((group) => group.pages.some((page) => page === current));
  const [opened, setOpened] = useState<string[]>();
  return (
    <nav aria-label={words("menu")}>
      <Menu
        mode="inline"
        style={{ background: "transparent", borderInlineEnd: 0 }}
        selectedKeys={current ? [bare(current)] : []}
        openKeys={opened ?? (groupOfCurrent ? [groupOfCurrent.title[0]] : [])}
        onOpenChange={setOpened}
        onClick={onChosen}
        items={shown.map((group) => {
          const entries = group.pages.map((page) => ({
            key: bare(page),
            label: (
              <Link to={bare(page)} onMouseEnter={page.preload} onFocus={page.preload}>
                {of(page.title)}
              </Link>
            ),
          }));
          const [only, ...others] = entries;
          const icon = cloneElement(group.icon, { "aria-hidden": true });
          // A group with one page is shown as that page.
          if (only && others.length === 0) return { ...only, icon };
          return { key: group.title[0], icon, label: of(group.title), children: entries };
        })}
      />
    </nav>
  );
}
