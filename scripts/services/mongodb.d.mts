/** The MongoDB that is started here, or its stand-in. */
export const mongodb: {
  /** How it is started; makes the folder of its data, and nothing else yet. */
  launch(
    found: { kind: "mongod" | "secantusd-rs" | "secantusd-py"; name: string; version: string; program: string },
    context: { dataDir: string; durable: boolean; database: string },
    ports: { mongodb: number },
  ): { command: string; args: string[]; env: NodeJS.ProcessEnv };
};
