/** The page's look: system fonts, one accent, light and dark. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f5f6f8; --card: #fff; --ink: #1c2430; --faint: #657083; --line: #e3e7ed;
  --accent: #14794f; --accent-ink: #fff; --good: #dff3e7; --good-ink: #0f5f3d;
  --bad: #fbe3e1; --bad-ink: #96231b; --warn: #fcefd2; --warn-ink: #7b5408; --calm: #e9edf3; --calm-ink: #44506a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12161c; --card: #1a2028; --ink: #e6eaf0; --faint: #94a0b3; --line: #2a323d;
    --accent: #3fb984; --accent-ink: #06170f; --good: #153b2a; --good-ink: #7fdcb0;
    --bad: #43201e; --bad-ink: #f3a59e; --warn: #3f3115; --warn-ink: #eec97c; --calm: #262e3a; --calm-ink: #b3bfd3;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif;
}
header, main { max-width: 1240px; margin: 0 auto; padding: 0 20px; }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 16px; padding-top: 24px; padding-bottom: 16px; }
h1 { font-size: 22px; margin: 0; }
header p { margin: 0; color: var(--faint); flex: 1 1 300px; }
#live { font-size: 13px; color: var(--faint); white-space: nowrap; }
#live::before { content: ""; display: inline-block; width: 8px; height: 8px; border-radius: 4px; margin-right: 6px; background: var(--accent); }
#live.away::before { background: #c2473c; }
main { columns: 2; column-gap: 20px; padding-bottom: 48px; }
section {
  break-inside: avoid; margin: 0 0 20px; padding: 16px 18px; overflow: hidden;
  background: var(--card); border: 1px solid var(--line); border-radius: 10px;
}
section#cashier, section#calls { column-span: all; }
section#calls { margin-top: 20px; }
h2 { font-size: 16px; margin: 0 0 10px; }
h2 small { font-weight: 400; font-size: 13px; color: var(--faint); margin-left: 8px; }
.rows { list-style: none; margin: 0; padding: 0; }
.rows > li { padding: 10px 0; border-top: 1px solid var(--line); }
.rows > li:first-child { border-top: 0; padding-top: 0; }
.rows > li:last-child { padding-bottom: 0; }
.line { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 8px; min-width: 0; }
.grow { flex: 1 1 0; min-width: 6em; overflow-wrap: anywhere; }
.path { font: 13px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.wide { flex-basis: 100%; overflow-wrap: anywhere; font-size: 13px; }
.faint, time { color: var(--faint); font-size: 13px; }
time { font-variant-numeric: tabular-nums; }
.empty { margin: 0; color: var(--faint); }
code, pre { font: 13px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
code { overflow-wrap: anywhere; }
pre { margin: 8px 0 0; padding: 10px 12px; background: var(--ground); border-radius: 6px; max-height: 320px; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
summary { cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::before { content: "›"; color: var(--faint); width: 8px; }
details[open] > summary::before { content: "⌄"; }
.badge { font-size: 12px; line-height: 18px; padding: 0 8px; border-radius: 9px; white-space: nowrap; }
.good { background: var(--good); color: var(--good-ink); }
.bad { background: var(--bad); color: var(--bad-ink); }
.warn { background: var(--warn); color: var(--warn-ink); }
.calm { background: var(--calm); color: var(--calm-ink); }
button, select, input {
  font: inherit; font-size: 14px; color: inherit; background: var(--card);
  border: 1px solid var(--line); border-radius: 7px; padding: 5px 12px; min-height: 34px;
}
button { cursor: pointer; white-space: nowrap; }
button:hover { border-color: var(--faint); }
button:disabled { opacity: 0.5; cursor: default; }
button:focus-visible, select:focus-visible, input:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); font-weight: 600; }
button.danger { color: var(--bad-ink); }
.message { display: grid; grid-template-columns: 1fr auto; gap: 0 16px; align-items: center; }
.message .text { grid-column: 1 / -1; margin: 4px 0 0; color: var(--faint); font-size: 13px; }
.code { font: 600 20px/1.2 ui-monospace, "SF Mono", Menlo, Consolas, monospace; letter-spacing: 0.12em; padding: 4px 10px; }
.order { display: grid; grid-template-columns: 110px 1fr auto; gap: 4px 16px; align-items: center; }
.sum { font-size: 20px; font-weight: 600; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.what { min-width: 0; overflow-wrap: anywhere; }
li > .actions { margin-top: 8px; }
.order > .actions { margin-top: 0; }
.actions { display: flex; flex-wrap: wrap; gap: 6px; justify-content: flex-end; }
form { display: flex; flex-wrap: wrap; gap: 8px; align-items: end; margin-bottom: 14px; padding-bottom: 14px; border-bottom: 1px solid var(--line); }
form label { display: grid; gap: 2px; font-size: 12px; color: var(--faint); }
form label.tick { display: flex; gap: 6px; align-items: center; min-height: 34px; font-size: 14px; color: inherit; }
form label.tick input { min-height: 0; }
form input[type="number"] { width: 96px; }
#said { position: fixed; left: 50%; bottom: 20px; transform: translateX(-50%); max-width: 90vw; padding: 8px 16px; border-radius: 8px; background: var(--ink); color: var(--card); opacity: 0; transition: opacity 0.2s; pointer-events: none; }
#said.shown { opacity: 1; }
@media (max-width: 860px) {
  header, main { padding-left: 12px; padding-right: 12px; }
  main { columns: 1; }
  section#calls { margin-top: 0; }
  summary .path { order: 1; flex-basis: 100%; }
  form label { flex: 1 1 40%; }
  form input[type="number"], form input[name] { width: 100%; }
  form label.tick input[name] { width: auto; }
  form button { flex: 1 1 100%; min-height: 42px; }
  .order { grid-template-columns: 1fr; }
  .actions { justify-content: flex-start; }
  .actions button { flex: 1 1 auto; min-height: 42px; }
}
`;
