// Part of a bundle for development: the page loads again when another bundle is there.
const page = async () => (await fetch("/console", { cache: "no-store" })).text();
void page().then((first) =>
  setInterval(() => {
    page().then(
      (now) => now !== first && location.reload(),
      () => undefined, // the API starts again
    );
  }, 500),
);
