// All that a referee records for a table that a device has: it is sent there, and counts once the device has recorded
// it.

import { ask, orTell, TABLE, Trouble, tellTrouble } from "./page.js";
import { inWords } from "./tiles.js";
import { button, h, render } from "./view.js";
import { _ } from "./words.js";

const PAUSE = 2000; // milliseconds between two looks while something is on its way
const BRIEFLY = 300; // the same while a page waits for one order
const list = document.getElementById("sent"); // only on the pages of such a table
let looking = null;

/**
 * Return what an order says, on the page of its table or beside those of others.
 * @param forget called when one that was not followed is taken from the list
 */
export const orderLine = (order, forget) =>
  h(
    `li${order.refused ? ".bad" : ""}`,
    { key: order.id },
    h(
      "b",
      order.refused ? _("Rejected: {act}", { act: said(order) }) : _("Waits to be sent: {act}", { act: said(order) }),
    ),
    h("span", orderState(order)),
    order.refused && button(".small", _("OK"), () => forget(order), `forget-${order.id}`),
  );

const said = ({ kind, says }) => (kind === "change" ? _("{effect} (hand)", { effect: inWords(says) }) : says);

function orderState({ table, refused, away }) {
  if (refused) return refused;
  if (away === null) return _("Sent to table {table}; it answers in a moment.", { table });
  return _("Table {table} has had no connection for {minutes} min. It does this once it is back.", {
    table,
    minutes: Math.max(1, Math.round(away / 60)),
  });
}

/** Show the orders of the table, and look again until its device has answered all. */
export function showSent(orders) {
  if (!list) return;
  render(
    orders.map((order) => orderLine(order, forget)),
    list,
  );
  clearTimeout(looking);
  if (orders.some(({ refused }) => !refused)) looking = setTimeout(look, PAUSE);
}

/**
 * Wait until the device of the table has followed an order.
 * @param answer the answer to what was sent
 * @returns null once it has; else why not, or not yet, where it refused or is off the network
 */
export async function untilFollowed({ order, orders }) {
  for (let listed = orders; ; listed = (await ask("GET", `/api/tables/${TABLE}/orders`)).orders) {
    showSent(listed);
    const left = listed.find(({ id }) => id === order);
    if (!left) return null;
    if (left.refused || left.away !== null) return orderState(left);
    await new Promise((resolve) => setTimeout(resolve, BRIEFLY));
  }
}

/** Resolve to an answer once the device of the table has followed; to null where it does not, which is then told. */
export const carriedOut = (asked) =>
  orTell(
    asked.then(async (answer) => {
      const left = answer.order && (await untilFollowed(answer));
      if (left) throw new Trouble(left, "");
      return answer;
    }),
  );

export const forgetOrder = ({ table, id }) => ask("DELETE", `/api/tables/${table}/orders/${id}`);

const forget = (order) => forgetOrder(order).then(({ orders }) => showSent(orders), tellTrouble);

async function look() {
  try {
    showSent((await ask("GET", `/api/tables/${TABLE}/orders`)).orders);
  } catch (trouble) {
    if (trouble.status !== 401 && trouble.status !== 403) looking = setTimeout(look, PAUSE);
  }
}

if (list) look();
