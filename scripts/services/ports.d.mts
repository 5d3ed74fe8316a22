/** Free ports of this machine: the preferred ones where possible, any one for undefined. */
export function freePorts(preferred: (number | undefined)[]): Promise<number[]>;
