// Part of a bundle for development: the page loads again when another bundle is there.
const page = async () => (await fetch("/console", { cache: "no-store" })).text();
const first = await page();
setInterval(() => {
  page().then(
    (now) => now !== first && location.reload(),
    () => undefined, // the API starts again
  );
}, 500);
