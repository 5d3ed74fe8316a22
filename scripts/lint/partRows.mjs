/**
 * `shop/part-rows`: a partly read row has the type of that part: `.lean<Pick<OrderDoc, "_id" | "no">>()` after the
 * projection `{ no: 1 }`. With the type of the whole row, fields that were not read would be undefined where the type
 * says that they are set.
 */

const leftOf = (key) => String(key.type === "Literal" ? key.value : key.name).split(".")[0];

/** The value of a constant that this file declares in the scope of the name's use. */
function valueOf(identifier) {
  for (let block = identifier.parent; block; block = block.parent)
    for (const statement of block.body?.length ? block.body : []) {
      const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
      const found =
        declared?.type === "VariableDeclaration" && declared.declarations.find(({ id }) => id.name === identifier.name);
      if (found) return found.init;
    }
  return undefined;
}

/** The fields that an inclusive projection names; undefined: it excludes, or is declared elsewhere. */
function fieldsOf(node) {
  if (node?.type === "Identifier") return fieldsOf(valueOf(node));
  if (node?.type === "TSAsExpression") return fieldsOf(node.expression);
  if (node?.type !== "ObjectExpression" || node.properties.length === 0) return undefined;
  const fields = new Set(["_id"]);
  for (const property of node.properties) {
    if (property.type !== "Property" || property.computed || property.value.type !== "Literal") return undefined;
    if (property.value.value === 1) fields.add(leftOf(property.key));
    else if (leftOf(property.key) !== "_id") return undefined;
  }
  return fields;
}

const property = (node, name) =>
  node?.type === "ObjectExpression"
    ? node.properties.find((one) => one.type === "Property" && !one.computed && leftOf(one.key) === name)?.value
    : undefined;

/** The projection of the query that this call belongs to. */
function projectionOf(call) {
  for (let node = call; node?.type === "CallExpression";) {
    const name = node.callee.type === "MemberExpression" ? node.callee.property.name : undefined;
    if (name === "select") return fieldsOf(node.arguments[0]);
    if (name === "find" || name === "findOne" || name === "findById") return fieldsOf(node.arguments[1]);
    if (name?.startsWith("findOneAnd") || name?.startsWith("findByIdAnd"))
      return fieldsOf(property(node.arguments.at(-1), "projection"));
    // withDeleted(Model.find(...))
    node = node.callee.type === "MemberExpression" ? node.callee.object : node.arguments[0];
  }
  return undefined;
}

/** The fields that a type names; undefined: the whole row. */
function typeFields(type, program) {
  switch (type.type) {
    case "TSArrayType":
      return typeFields(type.elementType, program);
    case "TSTypeLiteral":
      return type.members.map((member) => leftOf(member.key));
    case "TSTypeReference": {
      const name = type.typeName.name;
      if (name === "Pick") {
        const keys = type.typeArguments.params[1];
        const each = keys.type === "TSUnionType" ? keys.types : [keys];
        return each.map((one) => (one.type === "TSLiteralType" ? String(one.literal.value) : "?"));
      }
      const here = program.body
        .map((one) => (one.type === "ExportNamedDeclaration" ? one.declaration : one))
        .find((one) => one?.type === "TSTypeAliasDeclaration" && one.id.name === name);
      return here && typeFields(here.typeAnnotation, program);
    }
    default:
      return undefined;
  }
}

export const partRows = {
  create(context) {
    let program;
    return {
      Program(node) {
        program = node;
      },
      CallExpression(node) {
        if (node.callee.type !== "MemberExpression" || node.callee.property.name !== "lean" || !node.typeArguments)
          return;
        const read = projectionOf(node.callee.object);
        if (!read) return;
        const named = typeFields(node.typeArguments.params[0], program);
        if (!named)
          context.report({
            node,
            message: `Only ${[...read].join(", ")} are read: the type of the row is a Pick of them`,
          });
        const missing = named?.filter((field) => !read.has(field)) ?? [];
        if (missing.length > 0) context.report({ node, message: `${missing.join(", ")} is not read here` });
      },
    };
  },
};
