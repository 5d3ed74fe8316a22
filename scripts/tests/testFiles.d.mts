export function testFiles(root: string, folder?: string): string[];
