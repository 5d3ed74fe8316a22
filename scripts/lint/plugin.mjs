/**
 * Rules of this project for oxlint.
 *
 * `shop/named-states`: a state or a kind is written by its name (`OrderStatus.shipped`), not as the stored number.
 * Only `*.states.ts` and `*.codes.ts` contain the numbers.
 *
 * `shop/part-rows`: see partRows.mjs.
 */
import { partRows } from "./partRows.mjs";

const FIELD =
  /^(?!serverStatus)(?:\w*[sS]tatus|type|\w+Type|medium|chargeMode|sex|productScope|position|way|scene|appId|kind|\w*[tT]erminal)$/;
/** HTTP statuses start here; every state of ours is below. */
const HTTP = 100;
const COMPARISONS = new Set(["===", "!==", "<", ">", "<=", ">=", "==", "!="]);
/** Where 1 means "this field", "ascending" or "remove". */
const SHAPE_KEYS = new Set(["indexes", "$sort", "$project", "$unset", "$group", "projection", "fields", "sort"]);
const SHAPE_CALLS = new Set(["sort", "select", "hint", "createIndex"]);
const SHAPE_NAMES = /index|fields|projection|sort|newest|searched|sequence/i;
const READS = /^find/;
/** pageOf(model, filter, page, sort) */
const SORT_OF_PAGE = 3;

const unwrap = (node) => {
  let inner = node;
  while (
    inner &&
    ["TSAsExpression", "TSNonNullExpression", "ParenthesizedExpression", "ChainExpression"].includes(inner.type)
  )
    inner = inner.expression;
  return inner;
};
const nameOf = (node) => {
  const inner = unwrap(node);
  if (inner?.type === "Identifier") return inner.name;
  if (inner?.type === "MemberExpression" && !inner.computed) return inner.property.name;
  if (inner?.type === "AssignmentPattern") return nameOf(inner.left);
  return undefined;
};
const keyOf = (property) => {
  if (property.computed) return undefined;
  const key = property.key.type === "Literal" ? String(property.key.value) : property.key.name;
  return key?.split(".").at(-1);
};
const isField = (name) => name !== undefined && FIELD.test(name);
const callee = (call) => (call.callee.type === "MemberExpression" ? call.callee.property.name : call.callee.name);

/** Whether the object is an index, a projection or a sort. */
function isShape(node) {
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

/** The name of the field that the number is compared with or assigned to. */
function fieldOf(node) {
  let child = node;
  for (let parent = node.parent; parent; child = parent, parent = parent.parent) {
    switch (parent.type) {
      case "UnaryExpression":
      case "TSAsExpression":
      case "TSSatisfiesExpression":
      case "ArrayExpression":
      case "ObjectExpression":
      case "LogicalExpression":
      case "TemplateLiteral":
        continue;
      case "ConditionalExpression":
        if (parent.test === child) return undefined;
        continue;
      case "CallExpression":
        // longOf([0, 1]), optional(...), z.literal(...)
        if (["longOf", "optional", "maybe", "literal", "default", "union"].includes(callee(parent) ?? "")) continue;
        // [0, 1].includes(order.status)
        if (callee(parent) === "includes" && parent.callee.object === child) return nameOf(parent.arguments[0]);
        return undefined;
      case "BinaryExpression":
        if (!COMPARISONS.has(parent.operator)) return undefined;
        return nameOf(parent.left === child ? parent.right : parent.left);
      case "AssignmentExpression":
      case "AssignmentPattern":
        return nameOf(parent.left);
      case "SwitchCase":
        return parent.test === child ? nameOf(parent.parent.discriminant) : undefined;
      case "Property": {
        if (parent.value !== child) return undefined;
        const key = keyOf(parent);
        if (key === undefined || key.startsWith("$") || key === "enum" || key === "default") continue;
        return isField(key) && isShape(parent.parent) ? undefined : key;
      }
      default:
        return undefined;
    }
  }
  return undefined;
}

/** Whether the number is one of an input's allowed values. */
const isChoice = (node) => {
  const list = node.parent.type === "UnaryExpression" ? node.parent.parent : node.parent;
  return list?.type === "ArrayExpression" && list.parent.type === "CallExpression" && callee(list.parent) === "longOf";
};

/** Whether it is a state in a transition. */
function isMove(node) {
  const list = node.parent.type === "ArrayExpression" ? node.parent : node;
  const property = list.parent;
  if (property.type !== "Property" || !["from", "to"].includes(keyOf(property))) return false;
  const call = property.parent.parent;
  return call.type === "CallExpression" && callee(call) === "moveState";
}

/** Whether it is a key of a table, `{ 0: "unpaid", 10: "paid" }`. */
const isKeyOfTable = (node) =>
  node.parent.type === "Property" &&
  !node.parent.computed &&
  node.parent.key === node &&
  node.parent.parent.type === "ObjectExpression";

const namedStates = {
  meta: { type: "suggestion", docs: { description: "States and kinds are written by name" }, schema: [] },
  create: (context) => ({
    Literal(node) {
      if (typeof node.value !== "number" || node.value >= HTTP) return;
      const field = fieldOf(node);
      if (isField(field) || isChoice(node) || isMove(node) || isKeyOfTable(node))
        context.report({
          node,
          message: `${field ?? "a choice"} ${node.raw}: write its name, from a *.states.ts or *.codes.ts`,
        });
    },
  }),
};

export default { meta: { name: "shop" }, rules: { "named-states": namedStates, "part-rows": partRows } };
