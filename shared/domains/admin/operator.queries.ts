import { OperatorModel, type OperatorDoc } from "./operator.model.js";

export async function findOperator(operatorId: number): Promise<OperatorDoc | null> {
  return OperatorModel.findById(operatorId).lean<OperatorDoc>();
}
