// The entries of a list to choose from.

import { h } from "./view.js";

/**
 * Return the options of a list, those with the same third part together under it.
 * @param options as [value, what it says, the name of its group or nothing]
 * @param chosen the value that is chosen
 */
export function optionsOf(options, chosen) {
  const option = ([value, says]) => h("option", { value, selected: String(value) === String(chosen) }, says);
  const groups = [...new Set(options.map(([, , group]) => group))];
  return groups.map((group) => {
    const some = options.filter(([, , of]) => of === group).map(option);
    return group ? h("optgroup", { label: group }, some) : some;
  });
}

/** Return the presets of the rules as such options, by game. */
export const ruleOptions = (presets) => presets.map(([name, title, , , game]) => [name, title, game]);
