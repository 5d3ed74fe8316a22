/** The MongoDB that is started here, or its stand-in. */
export const mongodb: {
  /** The command that starts it; only creates its data folder. */
  launch(
    found: { kind: "mongod" | "secantusd-rs" | "secantusd-py"; name: string; version: string; program: string },
    context: { dataDir: string; durable: boolean; database: string },
    ports: { mongodb: number },
  ): { command: string; args: string[]; env: NodeJS.ProcessEnv };
};
