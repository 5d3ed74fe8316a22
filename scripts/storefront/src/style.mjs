/** The storefront's style, which the page holds itself: the phone first, then the panel beside it. */
export const style = `
:root { --ink: #1c2430; --soft: #5b6675; --line: #e4e8ec; --back: #f3f5f6; --card: #fff; --main: #0f766e; --main-soft:
  #e3f2f0; --price: #c2360c; --wrong: #b42318; } * { box-sizing: border-box; }
html, body, #root { height: 100%; margin: 0; }
body { background: var(--back); color: var(--ink);
  font: 15px/1.45 system-ui, -apple-system, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; }
h1, h2, p, ul, ol, dl, dd, fieldset { margin: 0; padding: 0; border: 0; } ul, ol { list-style: none; }
h2 { margin-bottom: 8px; font-size: 16px; } a { color: inherit; text-decoration: none; }
button, input, select, textarea { color: inherit; font: inherit; }
button { border: 0; background: none; cursor: pointer; } button:disabled { opacity: 0.5; cursor: default; }
:focus-visible { outline: 2px solid var(--main); outline-offset: 1px; }
.hidden { position: absolute; overflow: hidden; width: 1px; height: 1px; clip-path: inset(50%); white-space: nowrap; }
.soft { color: var(--soft); } .centre { text-align: center; } [hidden] { display: none !important; }
.line { display: flex; align-items: center; justify-content: space-between; gap: 8px; } .window { height: 100%; }
.phone { position: relative; display: grid; grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr); height: 100dvh;
  background: var(--back); }
.bar { display: flex; align-items: center; gap: 8px; min-height: 52px; padding: 8px 84px 8px 12px; border-bottom: 1px
  solid var(--line); background: var(--card); }
.bar h1 { overflow: hidden; font-size: 17px; text-overflow: ellipsis; white-space: nowrap; }
.back { width: 32px; height: 36px; padding: 0; font-size: 28px; line-height: 1; }
.tongue { position: absolute; z-index: 2; top: 8px; right: 8px; }
.tongue button { height: 36px; padding: 0 10px; border: 1px solid var(--line); border-radius: 18px; background:
  var(--card); font-size: 13px; } main { overflow-y: auto; padding: 10px 10px 20px; outline: none; }
main > section, .form { margin-bottom: 10px; padding: 14px; border-radius: 12px; background: var(--card); }
.tabs { display: grid; grid-template-columns: repeat(5, 1fr); padding-bottom: env(safe-area-inset-bottom); border-top:
  1px solid var(--line); background: var(--card); }
.tabs a { position: relative; display: grid; justify-items: center; padding: 6px 0; color: var(--soft); font-size:
  12px; }
.tabs svg { width: 24px; fill: none; stroke: currentcolor; stroke-linecap: round; stroke-linejoin: round;
  stroke-width: 1.8; } .tabs a[aria-current] { color: var(--main); font-weight: 600; }
.badge { position: absolute; top: 3px; left: calc(50% + 6px); min-width: 18px; padding: 0 5px; border-radius: 9px;
  background: var(--price); color: #fff; font-size: 11px; line-height: 18px; text-align: center; }
.buybar { display: flex; align-items: center; gap: 8px; padding: 8px 12px calc(8px + env(safe-area-inset-bottom));
  border-top: 1px solid var(--line); background: var(--card); } .buybar > .first, .buybar > .second { flex: 1; }
.total { display: grid; flex: 1; } .total small { color: var(--soft); }
.total b { color: var(--price); font-size: 19px; }
.first, .second, .plain { display: inline-flex; align-items: center; justify-content: center; min-height: 44px;
  padding: 6px 18px; border-radius: 22px; font-weight: 600; text-align: center; }
.first { background: var(--main); color: #fff; } .second { background: var(--main-soft); color: #0b5a54; }
.plain { min-height: 36px; padding: 4px 14px; border: 1px solid #b9c2cc; background: var(--card); font-weight: 500; }
.small { min-height: 34px; padding: 2px 14px; font-size: 14px; }
.wide { width: 100%; margin-top: 10px; min-height: 44px; } .text { padding: 6px 0; color: var(--main); }
.acts { display: flex; flex-wrap: wrap; gap: 6px; margin-top: 6px; }
.search { display: flex; flex: 1; min-width: 0; height: 36px; border-radius: 18px; background: var(--back); }
.search input { flex: 1; min-width: 0; padding: 0 0 0 14px; border: 0; border-radius: 18px; background: none; }
.search button { padding: 0 12px; color: var(--main); font-weight: 600; }
.chips { display: flex; gap: 6px; overflow-x: auto; margin: 0 -10px 10px; padding: 2px 10px; scrollbar-width: none; }
.chips a, .chips button { flex: none; padding: 5px 14px; border-radius: 16px; background: var(--card); }
.chips [aria-current], .chips [aria-pressed="true"] { background: var(--main); color: #fff; }
.doors { display: grid; grid-template-columns: repeat(3, 1fr); gap: 8px; margin-bottom: 10px; }
.doors a { display: grid; align-content: space-between; gap: 4px; padding: 10px; border-radius: 12px; background:
  var(--main-soft); font-size: 13px; } .doors a:first-child { background: #fdeee6; }
.doors a:last-child { background: #ece9fb; } .doors small { color: #47505c; font-size: 12px; }
.grid { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 10px; }
.card { display: flex; flex-direction: column; overflow: hidden; border-radius: 12px; background: var(--card); }
.frame { position: relative; display: block; aspect-ratio: 1; background: #e9edef; }
.frame img, .hero img { display: block; width: 100%; height: 100%; object-fit: cover; }
.card .name { display: -webkit-box; overflow: hidden; min-height: 2.7em; margin: 8px 10px 0; line-height: 1.35;
  -webkit-box-orient: vertical; -webkit-line-clamp: 2; }
.card .line { flex-wrap: wrap; gap: 0 8px; margin: 4px 10px 10px; }
.soldout { position: absolute; inset: auto 0 0; padding: 4px; background: rgb(28 36 48 / 80%); color: #fff;
  text-align: center; } .price { color: var(--price); font-size: 17px; font-weight: 700; white-space: nowrap; }
.price small { font-size: 0.72em; }
.price s { margin-left: 6px; color: var(--soft); font-size: 12px; font-weight: 400; }
.price.large { font-size: 26px; } .hero { aspect-ratio: 1; margin: -10px -10px 10px; background: #e9edef; }
.options, .rate { display: flex; flex-wrap: wrap; gap: 8px; margin-bottom: 12px; }
.options input, .rate input { position: absolute; opacity: 0; }
.options span { display: block; padding: 7px 14px; border: 1px solid #b9c2cc; border-radius: 8px; }
.options input:checked + span { border-color: var(--main); background: var(--main-soft); color: #0b5a54; font-weight:
  600; } .options input:focus-visible + span, .rate input:focus-visible + span { outline: 2px solid var(--main); }
.gone span { color: var(--soft); text-decoration: line-through; }
.stepper { display: inline-flex; align-items: center; border: 1px solid var(--line); border-radius: 18px; }
.stepper button { width: 36px; height: 34px; padding: 0; font-size: 18px; }
.stepper output { min-width: 24px; text-align: center; }
.review { padding: 10px 0; border-top: 1px solid var(--line); } .stars, .rate .on span { color: #a15c00; }
.rate span { color: #8a94a0; font-size: 32px; line-height: 1; }
.rows li { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 10px; align-items: start; padding: 10px 0;
  }
main > .rows li { grid-template-columns: auto auto minmax(0, 1fr); align-items: center; margin-bottom: 10px; padding:
  12px; border-radius: 12px; background: var(--card); }
.rows img, .offer img { width: 76px; height: 76px; border-radius: 8px; object-fit: cover; }
.rows .soft, .offer .soft, .coupon .soft { display: block; }
input[type="checkbox"], input[type="radio"] { width: 20px; height: 20px; accent-color: var(--main); }
.order { display: grid; gap: 8px; margin-bottom: 10px; padding: 12px 14px; border-radius: 12px; background:
  var(--card); } .pictures { display: flex; gap: 8px; }
.pictures img { width: 64px; height: 64px; border-radius: 8px; object-fit: cover; }
.offer { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 12px; padding: 10px 0; }
.offer + .offer, .coupon + .coupon { border-top: 1px solid var(--line); }
.coupon { display: grid; grid-template-columns: 84px minmax(0, 1fr) auto; gap: 10px; align-items: center; padding:
  12px 0; } .coupon .off { color: var(--price); font-size: 17px; }
.tag { display: inline-block; padding: 1px 8px; border-radius: 6px; background: #fdeee6; color: #8f2a08; font-size:
  12px; }
.live { position: relative; display: block; overflow: hidden; margin-bottom: 10px; border-radius: 12px; background:
  var(--card); } .live img, .stage img { display: block; width: 100%; aspect-ratio: 16 / 9; object-fit: cover; }
.live > .tag, .stage > .tag { position: absolute; top: 10px; left: 10px; }
.live > span { display: grid; padding: 10px 14px; } .stage { position: relative; }
.stage img { margin-bottom: 10px; border-radius: 8px; }
.links a { display: flex; justify-content: space-between; padding: 12px 0; }
.links a + a { border-top: 1px solid var(--line); }
.counts { display: grid; grid-template-columns: repeat(3, 1fr); margin: 14px 0; text-align: center; }
.counts span { display: grid; color: var(--soft); font-size: 13px; } .counts b { color: var(--ink); font-size: 18px; }
progress { width: 100%; accent-color: var(--main); } .form { display: grid; gap: 14px; }
.field { display: grid; gap: 4px; min-width: 0; } .field + .line { margin-top: 14px; }
.field label, legend { color: var(--soft); font-size: 13px; }
.field input, .field select, .field textarea { width: 100%; min-height: 44px; padding: 8px 12px; border: 1px solid
  #b9c2cc; border-radius: 10px; background: var(--card); }
.field [aria-invalid="true"] { border-color: var(--wrong); }
.three { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 6px; }
.three select { padding: 8px 6px; } .wrong { color: var(--wrong); font-size: 14px; }
.choices .line { min-height: 48px; } .choices .line + .line { border-top: 1px solid var(--line); }
.sums div { display: flex; justify-content: space-between; gap: 16px; padding: 3px 0; }
.sums dt { flex: none; color: var(--soft); } .sums dd { text-align: right; overflow-wrap: anywhere; }
.sum { margin: 24px 0 4px; font-size: 36px; font-weight: 700; text-align: center; }
.steps { display: grid; grid-template-columns: repeat(4, 1fr); color: var(--soft); font-size: 12px; text-align:
  center; }
.steps li::before { display: block; height: 4px; margin: 0 2px 6px; border-radius: 2px; background: var(--line);
  content: ""; } .steps .done { color: var(--main); font-weight: 600; }
.steps .done::before { background: var(--main); } .track { margin: 8px 0 0 4px; border-left: 2px solid var(--line); }
.track p { padding: 0 0 10px 14px; } .track p:first-child { color: var(--main); font-weight: 600; }
.banner { margin-bottom: 10px; padding: 14px; border-radius: 12px; background: #e9edef; font-weight: 600; }
.state { display: grid; justify-items: center; gap: 12px; padding: 48px 24px; text-align: center; }
.state code { overflow-wrap: anywhere; } section .state { padding: 12px; }
main > .none { padding: 48px 24px; text-align: center; }
.tick { width: 72px; border-radius: 50%; background: var(--main); color: #fff; font-size: 40px; line-height: 72px; }
.tick.wait { background: #b9c2cc; color: var(--ink); }
.waiting, .waiting-shop { display: grid; grid-template-columns: 1fr 1fr; gap: 10px; }
.waiting-shop { max-width: 390px; padding: 10px; }
.waiting i, .waiting-shop i { height: 180px; border-radius: 12px; background: linear-gradient(100deg, #e6eaed 30%,
  #f6f8f9 50%, #e6eaed 70%) 0 / 200% 100%; animation: waiting 1.4s linear infinite; }
.waiting-shop i:first-child { grid-column: 1 / 3; height: 40px; } section .waiting i { height: 60px; }
@keyframes waiting {
  to { background-position: -200% 0; }
}
@media (prefers-reduced-motion: reduce) {
  * { animation: none !important; }
}
.panel { display: none; }
@media (min-width: 1000px) {
  .window { display: grid; grid-template-columns: 390px minmax(0, 720px); gap: 32px; justify-content: center; padding:
    20px; }
  .phone { overflow: hidden; height: calc(100vh - 40px); border: 1px solid #cfd6dc; border-radius: 28px; box-shadow: 0
    12px 40px rgb(28 36 48 / 14%); }
  .panel { display: flex; flex-direction: column; gap: 12px; overflow: hidden; height: calc(100vh - 40px); padding:
    20px 24px; border-radius: 20px; background: #14202b; color: #e8edf2; } .panel h2 { margin: 0; font-size: 19px; }
  .panel a { color: #7fe0d4; }
}
.idle { display: grid; flex: 1; gap: 16px; align-content: start; color: #b8c4cf; }
.idle ol { display: grid; gap: 10px; }
.idle li { padding: 10px 14px; border-left: 3px solid #2dd4bf; background: #1c2a37; }
.shopacts { display: flex; flex-wrap: wrap; gap: 8px; }
.panel .plain { border-color: #2dd4bf; background: #123c3c; color: #d7fbf5; } .panel .wrong { color: #ffb4a8; }
.timeline { flex: 1; overflow-anchor: none; overflow-y: auto; padding-right: 6px; }
.timeline li { display: grid; grid-template-columns: 72px minmax(0, 1fr) auto; gap: 10px; padding: 8px 10px;
  border-left: 3px solid #3d5061; margin-bottom: 4px; background: #1c2a37; animation: arrive 0.5s ease-out; }
.timeline time, .timeline small { color: #d5dee6; } .timeline time { font-variant-numeric: tabular-nums; }
.timeline small { display: block; overflow-wrap: anywhere; } .timeline code { overflow-wrap: anywhere; }
.timeline .job.done { border-color: #2dd4bf; } .timeline .running { border-color: #fbbf24; }
.timeline .failed { border-color: #ff8a7a; } .timeline .request { border-color: #93c5fd; background: #182430; }
.timeline b { font-size: 13px; font-weight: 600; white-space: nowrap; }
.elsewhere { display: flex; gap: 18px; font-size: 14px; }
@keyframes arrive {
  from { background: #14595a; transform: translateY(-6px); }
}
`;
