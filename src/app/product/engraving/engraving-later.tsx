import { useLingui } from '@lingui/react'
import { useEffect, useRef, useState, type ComponentType } from 'react'

import { addMessages } from '../../i18n/load-i18n.ts'
import { ServerOnly } from '../../ui/server-only.tsx'
import { serverParts } from '../server-parts.ts'
import type { EngravingProps } from './engraving.tsx'

export const ENGRAVING_ID = 'engraving'
export const ADD_FORM_ID = 'add-to-cart'

/** Without JavaScript, the engraving is a field of the form. Its script is loaded when the shopper opens it. */
export function EngravingLater(props: Omit<EngravingProps, 'id' | 'form'>) {
  const { i18n } = useLingui()
  const place = useRef<HTMLDivElement>(null)
  const [Part, setPart] = useState<ComponentType<EngravingProps>>()
  useEffect(() => {
    const { current } = place
    if (!current) return undefined
    const load = () => {
      Promise.all([import('./engraving.tsx'), addMessages(i18n, 'engraving')]).then(
        ([module]) => setPart(() => module.Engraving),
        () => undefined,
      )
    }
    const details = current.querySelector('details')
    if (!details || details.open) load()
    // The event does not bubble.
    current.addEventListener('toggle', load, true)
    return () => current.removeEventListener('toggle', load, true)
  }, [i18n])
  const own = { ...props, id: ENGRAVING_ID, form: ADD_FORM_ID }
  if (Part) return <Part {...own} />
  return (
    <div ref={place}>
      <ServerOnly id="engraving-field" later={<span />}>
        {serverParts.Engraving ? <serverParts.Engraving {...own} /> : null}
      </ServerOnly>
    </div>
  )
}
