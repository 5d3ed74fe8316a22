/**
 * Node's arguments for a process whose host believes it to be so much later than it is, and to which each SIGUSR2 is a
 * standstill of `jumpMs`: the clock has gone on meanwhile, and timers have not, as when a host slept.
 */
export const jumpingClock = (aheadMs: number, jumpMs: number): string[] => [
  "--import",
  `data:text/javascript,${encodeURIComponent(`
    const True = Date;
    let ahead = ${aheadMs};
    process.on("SIGUSR2", () => (ahead += ${jumpMs}));
    globalThis.Date = class Date extends True {
      constructor(...given) { given.length === 0 ? super(True.now() + ahead) : super(...given); }
      static now() { return True.now() + ahead; }
    };`)}`,
];
