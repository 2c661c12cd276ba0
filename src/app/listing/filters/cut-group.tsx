import { useLingui } from '@lingui/react/macro'

import type { Facets } from '#shared/product/product.ts'
import { STONE_CUTS, type StoneCut } from '#shared/product/stone-cuts.ts'

import { Checkbox } from '../../ui/check-field.tsx'
import { EMPTY_ROW, FilterGroup, ROW, type OnTick } from './filter-group.tsx'
import { useCutNames } from './use-cut-names.ts'

interface CutGroupProps {
  facets: Facets['cuts']
  ticked: readonly StoneCut[]
  onChange: OnTick
}

export function CutGroup({ facets, ticked, onChange }: CutGroupProps) {
  const { t } = useLingui()
  const names = useCutNames()
  const counts = new Map(facets.map(({ code, count }) => [code, count]))
  const cuts = STONE_CUTS.filter((cut) => counts.has(cut) || ticked.includes(cut))
  if (cuts.length === 0) return null
  return (
    <FilterGroup legend={t`Stone cut`}>
      {cuts.map((cut) => (
        <Checkbox
          key={cut}
          name="cut"
          value={cut}
          label={names[cut]}
          aside={counts.get(cut) ?? 0}
          checked={ticked.includes(cut)}
          onChange={onChange}
          className={counts.get(cut) ? ROW : EMPTY_ROW}
        />
      ))}
    </FilterGroup>
  )
}
