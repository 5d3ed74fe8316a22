/** One to three digits repeated, or pairs or triples of equal digits. */
const repeated = /^(\d{1,3})\1+$|^(\d)\2(\d)\3(\d)\4$|^(\d)\5\5(\d)\6\6$/;

/** Whether a payment password of six digits is easy to guess. */
export function isWeakPaymentPassword(digits: string): boolean {
  if (repeated.test(digits)) return true;
  const steps = new Set(
    Array.from(digits)
      .slice(1)
      .map((digit, at) => (Number(digit) - Number(digits[at]) + 10) % 10),
  );
  const [step] = steps;
  return steps.size === 1 && (step === 1 || step === 9);
}
