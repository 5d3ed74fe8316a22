/** Node's arguments for a process whose host believes it to be so much later than it is. */
export const clockAhead = (ms: number): string[] => [
  "--import",
  `data:text/javascript,${encodeURIComponent(`
    const True = Date;
    globalThis.Date = class Date extends True {
      constructor(...given) { given.length === 0 ? super(True.now() + ${ms}) : super(...given); }
      static now() { return True.now() + ${ms}; }
    };`)}`,
];
