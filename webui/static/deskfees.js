// The entry fees of an event: due, paid and open, with totals.

import { record, set, state } from "./deskstate.js";
import { money } from "./acts.js";
import { choice, field, openForm } from "./dialogs.js";
import { h } from "./view.js";
import { _ } from "./words.js";

/** Return the part of the page: totals, a choice of those shown, and the list. */
export function fees() {
  const { people, about } = state.event;
  const owing = people.filter(({ fee, paid }) => fee !== paid);
  const shown = state.owing ? owing : people;
  const sum = (key) => people.reduce((total, each) => total + each[key], 0);
  const [due, paid] = [sum("fee"), sum("paid")];
  const totals = { due: money(due), paid: money(paid), open: money(due - paid), currency: about.currency };
  const toggle = () => set({ owing: !state.owing });
  return [
    h(
      "div.part-head.row",
      h("h2", _("Fees")),
      h("span.count.muted", _("Due {due}, paid {paid}, open {open} {currency}", totals).trim()),
      h(
        "span.tools",
        h(
          "button.button",
          { "aria-pressed": String(Boolean(state.owing)), onclick: toggle, "data-key": "owing" },
          _("Open only ({count})", { count: owing.length }),
        ),
        h("a.button", { href: `/desk/${state.event.event}/fees.csv`, download: true }, _("Fees due and paid (CSV)")),
      ),
    ),
    !due && !paid && h("p.hint", _("No entry fee is set. Set it under “Event details”.")),
    people.length > 0 &&
      h(
        "div.scroll",
        { tabindex: 0, role: "region", "aria-label": _("Fees") },
        h(
          "table.fees",
          h(
            "thead",
            h(
              "tr",
              [_("No."), _("Name"), _("Due"), _("Paid"), _("Open")].map((head) => h("th", { scope: "col" }, head)),
              h("td"),
            ),
          ),
          h("tbody", shown.map(line)),
          h(
            "tfoot",
            h(
              "tr",
              h("td"),
              h("th", { scope: "row" }, _("Total")),
              [due, paid, due - paid].map((amount) => h("td", money(amount))),
              h("td"),
            ),
          ),
        ),
      ),
  ];
}

const line = (each) =>
  h(
    "tr",
    { key: each.number },
    h("td", String(each.number)),
    h("th", { scope: "row" }, each.name, each.withdrawn !== null && h("small.below", _("withdrawn"))),
    [each.fee, each.paid, each.fee - each.paid].map((amount) => h("td", money(amount))),
    h(
      "td",
      h(
        "button.button.small",
        {
          onclick: () => ask(each),
          "data-key": `fee${each.number}`,
          "aria-label": _("Fee of {name}", { name: each.name }),
        },
        "…",
      ),
    ),
  );

/** Ask for a payment, or for a fee of this player's own. */
function ask(each) {
  let what = "pay";
  const kinds = [
    ["pay", _("Pays the fee")],
    ["own", _("Fee of their own")],
  ];
  const fields = {
    pay: () => [payHint(each), payField(each)],
    own: () => [
      h("p.hint", _("Empty: the fee of the event. 0: nothing is due.")),
      amount(_("Fee of their own"), "own", { value: each.own_fee === null ? "" : money(each.own_fee), min: 0 }),
    ],
  };
  const content = (again) => [
    choice("what", each.name, kinds, what, (value) => {
      what = value;
      again();
    }),
    fields[what](),
  ];
  const does = async (data) => {
    if (what === "pay") return Boolean(await record(payment(each, data)));
    const own = data.get("own");
    return Boolean(
      await record({ type: "Amended", person: { ...entry(each), own_fee: own === "" ? null : hundredths(own) } }),
    );
  };
  openForm(_("Fee of {name}", { name: each.name }), content, () => _("Record it"), does);
}

const hundredths = (text) => Math.round(100 * Number(text));

const ENTERED = [
  "number",
  "name",
  "first",
  "last",
  "ema",
  "country",
  "team",
  "club",
  "substitute",
  "own_fee",
  "legal",
  "other",
  "photos",
];

/** Return what is known of a player, as it is entered. */
export const entry = (each) => Object.fromEntries(ENTERED.map((name) => [name, each[name]]));

const amount = (label, name, about) => field(label, { name, type: "number", step: "0.01", "data-key": name, ...about });

export const payHint = (each) =>
  h("p.hint", _("Due: {fee}; paid so far: {paid}", { fee: money(each.fee), paid: money(each.paid) }));

export const payField = (each) =>
  amount(_("Amount (negative if it is given back)"), "amount", { value: money(each.fee - each.paid), required: true });

/** Return the act of a payment as it was entered. */
export const payment = ({ number }, data) => ({ type: "Paid", player: number, amount: hundredths(data.get("amount")) });
