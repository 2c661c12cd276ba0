/** What of an experiment somebody gets. */
export interface FlagVariant {
  key: string
  value: unknown
  experiment_id?: string
  is_experiment_active?: boolean
  is_qa_tester?: boolean
}

/** What of Mixpanel the shop uses; the same where it is switched off. */
export interface Analytics {
  track: (event: string, facts?: object) => void
  /** Says that what this visitor does is one person's. */
  identify: (id: string) => void
  people: { set: (facts: Record<string, unknown>) => void }
  /** Forgets the visitor. */
  reset: () => void
  flag: (name: string, fallback: FlagVariant) => Promise<FlagVariant>
  end: () => Promise<void>
}

/** Where there is nobody to tell, and in the shop on somebody's own machine, whose visits are nobody's. */
export const STUB: Analytics = {
  track: () => undefined,
  identify: () => undefined,
  people: { set: () => undefined },
  reset: () => undefined,
  flag: (_name, fallback) => Promise.resolve(fallback),
  end: () => Promise.resolve(),
}

let current = STUB

/** @param analytics those that speak from now on, or the stub once they no longer do */
export function setAnalytics(analytics: Analytics): void {
  current = analytics
}

/**
 * The variant of a feature flag for this visitor.
 * @param fallback for everybody who is not measured, and where the flag is not known
 */
export async function readFlag(name: string, fallback: FlagVariant): Promise<FlagVariant> {
  return current.flag(name, fallback)
}
