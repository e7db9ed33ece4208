"use strict";
// The time left in an exam, second by second; when it is over the server shows the result. Without this the page says it once.
(() => {
  const clock = document.querySelector("[data-left]");
  if (!clock) return;
  const ends = performance.now() + 1000 * Number(clock.dataset.left);
  function tick() {
    const left = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
    clock.textContent = `${Math.floor(left / 60)} min ${String(left % 60).padStart(2, "0")} s`;
    clock.classList.toggle("short", left <= 60);
    if (left) setTimeout(tick, 1000 - ((performance.now() - ends) % 1000 + 1000) % 1000 || 1000);
    else location.assign(clock.dataset.result);
  }
  tick();
})();
