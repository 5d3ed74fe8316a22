export async function permissionsOfOperator(_id: number): Promise<readonly string[] | undefined> { return undefined; }
