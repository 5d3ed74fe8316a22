/** The page's own script: it replaces the sections that changed, and makes the control calls of the buttons. */
export const SCRIPT = String.raw`
const live = document.getElementById("live");
const said = document.getElementById("said");
const drawn = {};
let hide;

function say(text) {
  said.textContent = text;
  said.classList.add("shown");
  clearTimeout(hide);
  hide = setTimeout(() => said.classList.remove("shown"), 3500);
}

async function refresh() {
  try {
    const response = await fetch("/sandbox/page", { cache: "no-store" });
    const sections = await response.json();
    for (const [id, html] of Object.entries(sections)) {
      if (drawn[id] === html) continue;
      drawn[id] = html;
      const place = document.querySelector("#" + id + " .drawn");
      // What a person opened stays open, and a focused button stays focused.
      const open = [...place.querySelectorAll("details[open]")].map((one) => one.dataset.key);
      const focused = place.contains(document.activeElement) ? document.activeElement.dataset : null;
      place.innerHTML = html;
      for (const one of place.querySelectorAll("details")) one.open = open.includes(one.dataset.key);
      if (focused) {
        const same = (one) => one.dataset.path === focused.path && one.dataset.body === focused.body && one.dataset.copy === focused.copy;
        [...place.querySelectorAll("button")].find(same)?.focus();
      }
    }
    live.className = "";
    live.textContent = "live";
  } catch {
    live.className = "away";
    live.textContent = "the sandbox does not answer";
  }
}

async function call(method, path, body) {
  const response = await fetch(path, { method, body: method === "DELETE" ? undefined : body, headers: { "Content-Type": "application/json" } });
  const answer = await response.json();
  if (!response.ok) return say(answer.message);
  const deliveries = answer.deliveries;
  if (!deliveries) return say("Done");
  if (deliveries.some((one) => one.title)) return say(deliveries[0].title);
  if (deliveries.length === 0) return say("Now " + answer.state + ", no callback sent");
  say("Now " + answer.state + "; callback: " + deliveries.map((one) => one.status || one.error).join(", "));
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.copy) {
    await navigator.clipboard.writeText(button.dataset.copy).then(() => say("Copied " + button.dataset.copy), () => say("Could not copy"));
  }
  if (button.dataset.path) {
    button.disabled = true;
    await call(button.dataset.method, button.dataset.path, button.dataset.body).catch((error) => say(String(error)));
    button.disabled = false;
    await refresh();
  }
});

document.getElementById("fault").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  const fault = {
    platform: form.get("platform"), mode: form.get("mode"), count: Number(form.get("count")),
    delayMs: Number(form.get("delayMs")), after: form.get("after") !== null, path: form.get("path") || null,
  };
  await call("PUT", "/sandbox/faults", JSON.stringify(fault)).catch((error) => say(String(error)));
  await refresh();
});

document.getElementById("qr").addEventListener("submit", async (event) => {
  event.preventDefault();
  const qrcodeUrl = String(new FormData(event.target).get("address"));
  const state = new URL(qrcodeUrl).searchParams.get("state") || "none";
  const path = "/sandbox/social/qr/" + encodeURIComponent(state) + "/scan";
  await call("POST", path, JSON.stringify({ qrcodeUrl })).catch((error) => say(String(error)));
  event.target.reset();
  await refresh();
});

document.getElementById("track").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  const track = { content: form.get("content"), delivered: form.get("delivered") !== null };
  const path = "/sandbox/express/" + encodeURIComponent(form.get("no")) + "/tracks";
  await call("POST", path, JSON.stringify(track)).catch((error) => say(String(error)));
  await refresh();
});

document.getElementById("stream").addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = new FormData(event.target).get("streamName").trim();
  await call("POST", "/sandbox/live/" + encodeURIComponent(name) + "/start", "{}").catch((error) => say(String(error)));
  await refresh();
});

setInterval(() => { if (!document.hidden) void refresh(); }, 2000);
document.addEventListener("visibilitychange", () => { if (!document.hidden) void refresh(); });
void refresh();
`;
