import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'

import { Accordion } from '../../ui/accordion.tsx'
import { usePageSetting, usePartSpace } from '../page-setting.tsx'
import type { PartProps } from '../part-base/part-props.ts'
import { ContentTree } from '../tree/content-tree.tsx'
import { readEntries, textOf, textProp } from '../tree/read-nodes.ts'

/** Within a text the questions are as wide as the text; on a landing page the title stands beside them. */
export function Faqs({ part }: PartProps) {
  const id = useId()
  const { t } = useLingui()
  const { isText } = usePageSetting()
  const layout = isText ? 'words-width' : 'page-width lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)]'
  return (
    <section aria-labelledby={id} className={`grid grid-cols-1 gap-x-16 gap-y-6 ${layout} ${usePartSpace()}`}>
      <h2 id={id} className="display text-3xl md:text-4xl">
        {textProp(part, 'title') ?? t`Questions and answers`}
      </h2>
      <div className="border-t border-line">
        {readEntries(part.children).map(({ heading, text }, index) => (
          <Accordion key={index} id={textProp(heading, 'id')} title={textOf(heading.children)}>
            <div className="prose-small">
              <ContentTree nodes={text} />
            </div>
          </Accordion>
        ))}
      </div>
    </section>
  )
}
