// Runs before the first paint, so that the chosen theme does not flash.
(() => {
  const root = document.documentElement;
  const framed = location.pathname.startsWith("/embed/"); // there the page around it may choose
  const asked = framed && new URLSearchParams(location.search).get("theme");
  const chosen = asked || localStorage.getItem("arena-theme");
  if (chosen === "dark" || chosen === "light") root.dataset.theme = chosen;
  if (localStorage.getItem("arena-index") === "off") root.classList.add("no-index");

  root.classList.add("js");

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
    const menu = document.getElementById("menu-button");
    menu?.addEventListener("click", () => {
      const open = document.getElementById("pages")?.classList.toggle("open");
      menu.setAttribute("aria-expanded", String(Boolean(open)));
    });
    const language = document.querySelector("form.language");
    if (language instanceof HTMLFormElement)
      language.addEventListener("change", async () => {
        const body = new URLSearchParams({ language: language.language.value });
        await fetch(language.action, { method: "POST", body, redirect: "manual" }).catch(
          () => null,
        );
        location.reload(); // not sent as a form: the part of the address after # would be lost
      });
    document
      .getElementById("help-button")
      ?.addEventListener("click", () => document.dispatchEvent(new CustomEvent("arena-help")));
  });
})();
