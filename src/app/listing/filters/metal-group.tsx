import { useLingui } from '@lingui/react/macro'

import type { Facets } from '#shared/product/product.ts'

import { MetalDot } from '../../product/metal-dot.tsx'
import { Checkbox } from '../../ui/check-field.tsx'
import { EMPTY_ROW, FilterGroup, ROW, type OnTick } from './filter-group.tsx'

interface MetalGroupProps {
  facets: Facets['metals']
  ticked: readonly string[]
  onChange: OnTick
}

export function MetalGroup({ facets, ticked, onChange }: MetalGroupProps) {
  const { t } = useLingui()
  if (facets.length === 0) return null
  return (
    <FilterGroup legend={t`Metal`}>
      {facets.map(({ code, value, count }) => (
        <Checkbox
          key={code}
          name="metal"
          value={code}
          label={value}
          dot={<MetalDot code={code} className="size-4" />}
          aside={count}
          checked={ticked.includes(code)}
          onChange={onChange}
          className={count > 0 ? ROW : EMPTY_ROW}
        />
      ))}
    </FilterGroup>
  )
}
