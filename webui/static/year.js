// The club's year: the page shows another season as soon as one is chosen.

const form = document.getElementById("season");
const best = form.elements.best.closest("label");

const offer = () => (best.hidden = form.elements.rule.value !== "best");

form.elements.rule.addEventListener("change", () => form.requestSubmit());
offer();
