/** What an operator has to mend before a backup is taken or restored; its message says what and how. */
export class BackupRefused extends Error {}

/** Runs a command's work. A refusal is told in words, and ends the command with exit code 1. */
export async function sayingRefusals(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** An error of the file system, such as a full disk; undefined if it is another one. */
export const fileErrorIn = (error: unknown): NodeJS.ErrnoException | undefined =>
  error instanceof Error && "syscall" in error ? (error as NodeJS.ErrnoException) : undefined;
