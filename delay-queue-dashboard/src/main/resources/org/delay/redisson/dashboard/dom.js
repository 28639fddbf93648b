/*
 * Builds elements. Texts become text nodes and nothing else, so that no name or body of a message is ever read as HTML.
 */
const SVG = "http://www.w3.org/2000/svg";

function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) {
      continue;
    }
    if (typeof value === "function") {
      element.addEventListener(name, value);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(child instanceof Node ? child : document.createTextNode(String(child)));
    }
  }
  return element;
}

export const h = (tag, attributes, ...children) => build(document.createElement(tag), attributes, children);

export const svg = (tag, attributes, ...children) => build(document.createElementNS(SVG, tag), attributes, children);

export const byId = id => document.getElementById(id);

/** An address within the page. Each part may hold any character. */
export const to = (...parts) => "#/" + parts.map(encodeURIComponent).join("/");

/** Replaces what an element has. What was typed and the focus pass to the elements with the same keys. */
export function replace(root, ...children) {
  const active = document.activeElement;
  const key = root.contains(active) ? active.getAttribute("data-key") : null;
  const range = key && active.selectionStart !== undefined && active.type !== "checkbox"
    ? [active.selectionStart, active.selectionEnd] : null;
  const fields = each => [...each.querySelectorAll("input[data-key]:not([type=checkbox])")];
  const typed = new Map(fields(root).map(each => [each.getAttribute("data-key"), each.value]));
  root.replaceChildren(...children.flat(Infinity).filter(Boolean));
  fields(root).forEach(each => each.value = typed.get(each.getAttribute("data-key")) ?? each.value);
  if (key) {
    const same = [...root.querySelectorAll("[data-key]")].find(each => each.getAttribute("data-key") === key);
    if (same) {
      same.focus({preventScroll: true});
      if (range && same.setSelectionRange && same.type !== "number") {
        same.setSelectionRange(...range);
      }
    }
  }
}

/** A number that recedes if it is nothing. */
export const quiet = (value, text) => value ? text : h("span", {class: "quiet"}, text);

/** A table whose rows become cards on a phone. A column is {name, of: row => content, number, wide, time, half, long}: a half
 * or long one gets half a line or a line of its own there. */
export function table(caption, columns, rows, rowAttributes = () => ({})) {
  return h("table", {class: columns.length > 2 ? null : "narrow"},
    h("caption", {class: "unseen"}, caption),
    h("thead", {}, h("tr", {}, columns.map(column =>
      h("th", {scope: "col", class: column.number ? "number" : column.pick ? "pick" : null},
        column.pick ? h("span", {class: "unseen"}, column.name) : column.name)))),
    h("tbody", {}, rows.map(row => h("tr", rowAttributes(row), columns.map((column, index) =>
      h(index ? "td" : "th", {
        scope: index ? null : "row",
        class: [column.number && "number", column.wide && "wide", column.time && "time",
          column.half && "half", column.long && "long", column.pick && "pick"].filter(Boolean).join(" ") || null,
        "data-label": column.name,
      }, h("span", {}, column.of(row))))))));
}

/** Facts as a list of names and values; what has no value is left out. */
export function facts(pairs) {
  return h("dl", {class: "facts"}, pairs
    .filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));
}

export function tiles(all) {
  return h("ul", {class: "tiles"}, all.filter(Boolean).map(tile =>
    h("li", {class: tile.bad ? "bad" : null},
      h("span", {class: "name"}, tile.name), h("strong", {}, tile.value),
      tile.hint && h("span", {class: "hint"}, tile.hint))));
}
