/** What becomes of the next callbacks: sent more than once, or never. */

interface CallbackPlan {
  /** Null for every provider. */
  platform: string | null;
  /** What they are about: the first one that comes decides where it is null. */
  subject: string | null;
  /** How many more it meets; those after the first are about the same object. */
  count: number;
  /** Copies at once. */
  times?: number;
  /** The provider sends none. */
  lost?: boolean;
}

export class CallbackPlans {
  #plans: CallbackPlan[] = [];

  put(plan: CallbackPlan): void {
    this.#plans.push({ ...plan });
  }

  /** Uses up one count of the first plan that this callback meets. */
  take(platform: string, subject: string): Pick<CallbackPlan, "times" | "lost"> {
    const plan = this.#plans.find(
      (one) => (one.platform ?? platform) === platform && (one.subject ?? subject) === subject,
    );
    if (!plan) return {};
    plan.subject = subject;
    plan.count -= 1;
    if (plan.count <= 0) this.#plans = this.#plans.filter((one) => one !== plan);
    return plan;
  }

  clear(): void {
    this.#plans = [];
  }
}
