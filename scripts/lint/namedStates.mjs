/**
 * `shop/named-states`: a state or a kind is written by its name (`OrderStatus.shipped`), not as the stored number.
 * Only `*.states.ts` and `*.codes.ts` contain the numbers.
 *
 * A number counts as one where it is compared with, set on, or declared as a field that has names, also by way of a
 * constant, a set, a choice or an array; where it is passed, returned or stored as a type of names; and where it picks
 * from a table of names.
 */
import { callee, isShape, keyOf, nameOf, returnedBy, unwrap } from "./nodes.mjs";
import { constrained, importedParameters, stateTypeIn } from "./stateTypes.mjs";

const FIELD =
  /^(?!serverStatus)(?:\w*[sS]tatus(?:es)?|types?|\w+Types?|medium|mode|chargeMode|sex|productScope|position|way|scene|appId|kinds?|result|isMain|\w*[tT]erminal)$/;
/** HTTP statuses start here; every state of ours is below. */
const HTTP = 100;
const COMPARISONS = new Set(["===", "!==", "<", ">", "<=", ">=", "==", "!="]);
/** The comparisons of an aggregation: `{ $gt: ["$refundStatus", 0] }`. */
const AGGREGATED = new Set(["$eq", "$ne", "$gt", "$gte", "$lt", "$lte", "$in", "$ifNull"]);
/** Calls that return, or describe, what they are given. */
const WRAPPERS = new Set(["longOf", "optional", "maybe", "literal", "default", "union"]);
/** A provider's numbers have their names where its protocol is read. */
const OUTSIDE = /[\\/]shared[\\/]providers[\\/]/;
const CONSTANT = /^[A-Z][A-Z\d_]*$/;

const field = (name) => (name !== undefined && FIELD.test(name) ? name : undefined);

/** The field of `["$refundStatus", 0]` in an aggregation. */
function aggregatedField(array) {
  if (array.parent.type !== "Property" || !AGGREGATED.has(keyOf(array.parent) ?? "")) return undefined;
  const path = array.elements.find((one) => one?.type === "Literal" && /^\$\w/.test(String(one.value)));
  return path && field(path.value.split(/[$.]/).at(-1));
}

/** Finds what state or kind a number stands for, in one file. */
class Reader {
  #source;
  #file;
  /** Constants whose uses are being looked at. */
  #open = new Set();

  constructor(context) {
    this.#source = context.sourceCode;
    this.#file = context.filename;
  }

  /** The name of the field, or of the type, that the number is a value of. */
  subjectOf(node) {
    let child = node;
    let inObject = false;
    for (let parent = node.parent; parent; child = parent, parent = parent.parent) {
      switch (parent.type) {
        case "ObjectExpression":
          inObject = true;
          continue;
        case "UnaryExpression":
        case "TSAsExpression":
        case "TSSatisfiesExpression":
        case "TSLiteralType":
        case "TSUnionType":
        case "TSTypeAnnotation":
          continue;
        case "ArrayExpression": {
          const found = aggregatedField(parent);
          if (found) return found;
          continue;
        }
        case "NewExpression":
          if (parent.callee.name !== "Set") return undefined;
          continue;
        case "LogicalExpression":
          if (
            node.type === "Literal" &&
            parent.operator === "??" &&
            parent.right === child &&
            field(nameOf(parent.left))
          )
            return nameOf(parent.left);
          continue;
        case "ConditionalExpression":
          if (parent.test === child) return undefined;
          continue;
        case "CallExpression":
          if (WRAPPERS.has(callee(parent) ?? "")) continue;
          return inObject ? undefined : this.#parameterType(parent, parent.arguments.indexOf(child));
        case "MemberExpression":
          return this.#inMember(parent, child);
        case "BinaryExpression":
          if (!COMPARISONS.has(parent.operator)) return undefined;
          return this.#compared(parent.left === child ? parent.right : parent.left);
        case "AssignmentExpression":
        case "AssignmentPattern":
          return field(nameOf(parent.left)) ?? this.#annotated(parent.left);
        case "SwitchCase":
          return parent.test === child ? this.#compared(parent.parent.discriminant) : undefined;
        case "TSPropertySignature":
        case "PropertyDefinition":
          return field(keyOf(parent)) ?? this.#annotated(parent);
        case "Identifier":
          return field(parent.name);
        case "VariableDeclarator":
          // A constant's uses are followed, not those of what is computed from it.
          return inObject || node.type === "Identifier" ? undefined : this.#declared(parent);
        case "ReturnStatement":
        case "ArrowFunctionExpression":
          return inObject ? undefined : this.#returned(parent);
        case "Property": {
          if (parent.value !== child) return undefined;
          const key = keyOf(parent);
          if (key === "enum") return "enum";
          if (key === undefined || key.startsWith("$") || key === "default") continue;
          if (key === "from" || key === "to") return this.#moved(parent, key);
          return field(key) && !isShape(parent.parent) ? key : undefined;
        }
        default:
          return undefined;
      }
    }
    return undefined;
  }

  /** A state in a transition. */
  #moved(property, key) {
    const call = property.parent.parent;
    return call.type === "CallExpression" && callee(call) === "moveState" ? key : undefined;
  }

  /** `statuses.has(order.status)`, `[0, 1].includes(order.status)`, `titles[1]`. */
  #inMember(member, child) {
    if (member.object !== child) return member.computed ? this.#table(member.object) : undefined;
    const call = member.parent;
    const isTest = call.type === "CallExpression" && call.callee === member && /^(?:has|includes)$/.test(callee(call));
    return isTest ? field(nameOf(call.arguments[0])) : undefined;
  }

  /** The type of the names by which a table is read. */
  #table(node) {
    const declarator = this.#declaratorOf(unwrap(node));
    const table = unwrap(declarator?.init);
    const named = table?.type === "ObjectExpression" && table.properties.find((one) => one.computed);
    return this.#annotated(declarator?.id) ?? (named ? stateTypeIn(this.#source.getText(named.key)) : undefined);
  }

  /** What a number is compared with: a field, or a constant that is one elsewhere. */
  #compared(other) {
    return field(nameOf(other)) ?? this.#usedAs(this.#variableOf(unwrap(other)));
  }

  #declared(declarator) {
    const { id } = declarator;
    if (OUTSIDE.test(this.#file) && CONSTANT.test(id.name ?? "")) return undefined;
    return field(id.name) ?? this.#annotated(id) ?? this.#usedAs(this.#variableOf(id));
  }

  /** The field that a constant is used as. */
  #usedAs(variable) {
    if (!variable || this.#open.has(variable)) return undefined;
    this.#open.add(variable);
    try {
      for (const { identifier, init } of variable.references) {
        const found = init ? undefined : this.subjectOf(identifier);
        if (found) return found;
      }
      return undefined;
    } finally {
      this.#open.delete(variable);
    }
  }

  #returned(node) {
    let made = node;
    while (made && !/Function/.test(made.type)) made = made.parent;
    if (made?.returnType) {
      const type = stateTypeIn(this.#source.getText(made.returnType));
      if (type) return type;
    }
    return field(returnedBy(made?.id?.name ?? (made?.parent.type === "VariableDeclarator" ? made.parent.id.name : "")));
  }

  #annotated(node) {
    return node?.typeAnnotation ? stateTypeIn(this.#source.getText(node.typeAnnotation)) : undefined;
  }

  /** The type of states that a call's parameter has. */
  #parameterType(call, place) {
    if (place < 0 || call.callee.type !== "Identifier") return undefined;
    const parameters = this.#parametersOf(call.callee) ?? [];
    const last = parameters.at(-1);
    return stateTypeIn(parameters[place] ?? (last?.trim().startsWith("...") ? last : ""));
  }

  #parametersOf(identifier) {
    const definition = this.#variableOf(identifier)?.defs[0];
    if (!definition) return undefined;
    const { node } = definition;
    if (node.type === "ImportSpecifier")
      return importedParameters(node.imported.name, definition.parent.source.value, this.#file);
    const made = node.type === "VariableDeclarator" ? unwrap(node.init) : node;
    const types = made?.typeParameters ? this.#source.getText(made.typeParameters) : "";
    return made?.params?.map((one) => constrained(this.#source.getText(one), types));
  }

  #declaratorOf(identifier) {
    const node = this.#variableOf(identifier)?.defs[0]?.node;
    return node?.type === "VariableDeclarator" ? node : undefined;
  }

  #variableOf(identifier) {
    if (identifier?.type !== "Identifier") return undefined;
    for (let scope = this.#source.getScope(identifier); scope; scope = scope.upper) {
      const variable = scope.set.get(identifier.name);
      if (variable) return variable;
    }
    return undefined;
  }
}

/** Whether the number is one of an input's allowed values. */
const isChoice = (node) => {
  const list = node.parent.type === "UnaryExpression" ? node.parent.parent : node.parent;
  return list?.type === "ArrayExpression" && list.parent.type === "CallExpression" && callee(list.parent) === "longOf";
};

/** Whether it is a key of a table, `{ 0: "unpaid", 10: "paid" }`. */
const isKeyOfTable = (node) =>
  node.parent.type === "Property" &&
  !node.parent.computed &&
  node.parent.key === node &&
  node.parent.parent.type === "ObjectExpression";

export const namedStates = {
  meta: { type: "suggestion", docs: { description: "States and kinds are written by name" }, schema: [] },
  create(context) {
    const reader = new Reader(context);
    return {
      Literal(node) {
        if (typeof node.value !== "number" || node.value >= HTTP) return;
        const subject = reader.subjectOf(node) ?? (isChoice(node) || isKeyOfTable(node) ? "a choice" : undefined);
        if (subject)
          context.report({
            node,
            message: `${subject} ${node.raw}: write its name, from a *.states.ts or *.codes.ts`,
          });
      },
    };
  },
};
