/** What the rules read from the syntax tree. */

/** Where 1 means "this field", "ascending" or "remove". */
const SHAPE_KEYS = new Set(["indexes", "$sort", "$project", "$unset", "$group", "projection", "fields", "sort"]);
const SHAPE_CALLS = new Set(["sort", "select", "hint", "createIndex"]);
const SHAPE_NAMES = /index|fields|projection|sort|newest|searched|sequence/i;
const READS = /^find/;
/** pageOf(model, filter, page, sort) */
const SORT_OF_PAGE = 3;

export const unwrap = (node) => {
  let inner = node;
  while (
    inner &&
    ["TSAsExpression", "TSNonNullExpression", "ParenthesizedExpression", "ChainExpression"].includes(inner.type)
  )
    inner = inner.expression;
  return inner;
};
export const callee = (call) =>
  call.callee?.type === "MemberExpression" ? call.callee.property.name : (call.callee?.name ?? undefined);
/** `statusOf(order)` is named like the field that it returns. */
export const returnedBy = (name) => name?.replace(/Of$/, "");
export const nameOf = (node) => {
  const inner = unwrap(node);
  switch (inner?.type) {
    case "Identifier":
      return inner.name;
    case "MemberExpression":
      return inner.computed ? undefined : inner.property.name;
    case "AssignmentPattern":
    case "LogicalExpression":
      return nameOf(inner.left);
    case "CallExpression":
      return returnedBy(callee(inner));
    default:
      return undefined;
  }
};
export const keyOf = (property) => {
  if (property.computed) return undefined;
  const key = property.key.type === "Literal" ? String(property.key.value) : property.key.name;
  return key?.split(".").at(-1);
};

/** Whether the object is an index, a projection or a sort. */
export function isShape(node) {
  for (let child = node, parent = node.parent; parent; child = parent, parent = parent.parent) {
    if (parent.type === "Property" && SHAPE_KEYS.has(keyOf(parent) ?? "")) return true;
    if (parent.type === "CallExpression") {
      const name = callee(parent) ?? "";
      const place = parent.arguments.indexOf(child);
      return (
        SHAPE_CALLS.has(name) || (READS.test(name) && place === 1) || (name === "pageOf" && place === SORT_OF_PAGE)
      );
    }
    if (parent.type === "VariableDeclarator") return SHAPE_NAMES.test(parent.id.name ?? "");
    if (parent.type === "BlockStatement" || parent.type === "Program") return false;
  }
  return false;
}
