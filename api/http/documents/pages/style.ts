/** The look of the documentation's pages, in light and dark. */
export const style = `
:root { color-scheme: light dark; --back: #f4f6f8; --card: #fff; --ink: #1c2430; --soft: #5b6675; --line: #e1e6eb;
  --link: #0f766e; --code: #eef2f5; --warn: #a3310f; }
@media (prefers-color-scheme: dark) { :root { --back: #12161c; --card: #1b212a; --ink: #e8ecf1; --soft: #9aa6b4;
  --line: #2c3541; --link: #5eead4; --code: #232b35; --warn: #ff9d7a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink);
  font: 16px/1.6 system-ui, -apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", sans-serif; }
header.docs { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: center; padding: .5rem 1.5rem;
  background: var(--card); border-bottom: 1px solid var(--line); }
header.docs nav { display: flex; flex-wrap: wrap; gap: .25rem; flex: 1; }
header.docs a { padding: .375rem .75rem; border-radius: 8px; color: var(--ink); text-decoration: none; white-space: nowrap; }
header.docs a:hover { background: var(--code); }
header.docs a[aria-current] { background: var(--code); color: var(--link); font-weight: 600; }
header.docs .language { color: var(--soft); }
.columns { display: grid; grid-template-columns: 12rem minmax(0, 1fr); gap: 2rem; max-width: 72rem; margin: 0 auto;
  padding: 1.5rem; align-items: start; }
.columns > nav { position: sticky; top: 1rem; display: flex; flex-direction: column; gap: .125rem; }
.columns > nav a { padding: .375rem .75rem; border-radius: 8px; color: var(--ink); text-decoration: none; }
.columns > nav a:hover { background: var(--code); }
.columns > nav a[aria-current] { background: var(--card); color: var(--link); font-weight: 600; }
.page { min-width: 0; padding: 1.5rem 2rem; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
.page.alone { max-width: 72rem; margin: 1.5rem auto; }
.page h1 { margin: 0 0 1rem; font-size: 1.625rem; line-height: 1.25; }
.page h2 { margin: 2rem 0 .5rem; font-size: 1.1875rem; }
.page p, .page ul { margin: .75rem 0; } .page ul { padding-left: 1.25rem; } .page li { margin: .25rem 0; }
.page li > ul { margin: .25rem 0 .75rem; }
.page a { color: var(--link); }
.page code { padding: .0625rem .3125rem; background: var(--code); border-radius: 4px; overflow-wrap: anywhere;
  font: .875em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.page pre { margin: 1rem 0; padding: .875rem 1rem; background: var(--code); border-radius: 8px; overflow-x: auto; }
.page pre code { padding: 0; background: none; overflow-wrap: normal; }
.page .table { margin: 1rem 0; overflow-x: auto; }
.page table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
.page th, .page td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); text-align: left;
  vertical-align: top; }
.page th { color: var(--soft); font-weight: 600; white-space: nowrap; }
.page td:first-child code { white-space: nowrap; }
.page .soft { color: var(--soft); } .page .breaks { color: var(--warn); font-weight: 600; }
.page input[type=search] { width: 100%; max-width: 28rem; padding: .5rem .75rem; border: 1px solid var(--line);
  border-radius: 8px; background: var(--back); color: var(--ink); font: inherit; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.page [hidden] { display: none !important; }
.page .codes td:nth-child(1) { width: 8.5rem; } .page .codes td:nth-child(4) { width: 30%; }
.page .codes tr:target { background: var(--code); }
@media (max-width: 48rem) {
  header.docs { padding: .5rem .75rem; } header.docs nav { order: 2; flex-basis: 100%; }
  header.docs a { padding: .375rem .5rem; } header.docs .language { margin-left: auto; }
  .columns { grid-template-columns: minmax(0, 1fr); gap: 1rem; padding: .75rem; }
  .columns > nav { position: static; flex-direction: row; flex-wrap: wrap; }
  .columns > nav a { padding: .25rem .625rem; border: 1px solid var(--line); border-radius: 999px; font-size: .9375rem; }
  .page { padding: 1rem; } .page.alone { margin: .75rem; }
  .page .codes thead { display: none; }
  .page .codes tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); }
  .page .codes td { display: block; width: auto !important; padding: .0625rem 0; border: 0; }
}
`;
