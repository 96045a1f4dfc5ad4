// Runs before the first paint, so that the chosen theme does not flash.
(() => {
  const root = document.documentElement;
  const chosen = localStorage.getItem("arena-theme");
  if (chosen === "dark" || chosen === "light") root.dataset.theme = chosen;
  if (localStorage.getItem("arena-index") === "off") root.classList.add("no-index");

  function toggle() {
    const light = root.dataset.theme
      ? root.dataset.theme === "light"
      : matchMedia("(prefers-color-scheme: light)").matches;
    root.dataset.theme = light ? "dark" : "light";
    localStorage.setItem("arena-theme", root.dataset.theme);
  }

  document.addEventListener("arena-theme", toggle);
  addEventListener("DOMContentLoaded", () => {
    document.getElementById("theme-button")?.addEventListener("click", toggle);
    document
      .getElementById("help-button")
      ?.addEventListener("click", () => document.dispatchEvent(new CustomEvent("arena-help")));
  });
})();
