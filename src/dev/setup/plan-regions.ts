import { REST, type Answers, type RegionAnswer } from './answers.ts'
import type { PresentRegion, PresentShop } from './step.ts'

/** A region as it will be. */
export interface PlannedRegion extends Omit<RegionAnswer, 'countries'> {
  /** Upper case, sorted. */
  countries: string[]
  /** The region of the shop that becomes this one. */
  present: PresentRegion | undefined
}

/**
 * The regions after setup. A region keeps its place in Medusa if one with its name exists, or else the only one with its
 * currency that no other answer has taken.
 */
export function planRegions(
  { regions: answers }: Answers,
  { regions: present, delivery }: Pick<PresentShop, 'regions' | 'delivery'>,
): PlannedRegion[] {
  if (!answers) return present.map((region) => ({ ...region, present: region }))
  const named = new Set(answers.flatMap(({ countries }) => (countries === REST ? [] : countries)))
  // An interrupted run has taken countries out of their regions, and not yet out of their delivery zones.
  const everywhere = new Set([...present, ...delivery.zones].flatMap(({ countries }) => countries))
  const rest = [...everywhere].filter((code) => !named.has(code))
  const taken = claimRegions(answers, present)
  return answers.map((answer) => ({
    ...answer,
    countries: (answer.countries === REST ? rest : [...answer.countries]).toSorted(),
    present: taken.get(answer),
  }))
}

function claimRegions(
  answers: readonly RegionAnswer[],
  present: readonly PresentRegion[],
): Map<RegionAnswer, PresentRegion> {
  const taken = new Map<RegionAnswer, PresentRegion>()
  const free = new Set(present)
  function take(answer: RegionAnswer, region: PresentRegion | undefined): void {
    if (!region) return
    taken.set(answer, region)
    free.delete(region)
  }
  for (const answer of answers)
    take(
      answer,
      [...free].find(({ name }) => name.en === answer.name.en),
    )
  for (const answer of answers.filter((one) => !taken.has(one))) {
    const [only, second] = [...free].filter(({ currency }) => currency === answer.currency)
    take(answer, second ? undefined : only)
  }
  return taken
}
