import { isElement } from '#content/document.ts'

import type { PartProps } from '../part-base/part-props.ts'
import { PartSection } from '../part-base/part-section.tsx'
import { ContentTree } from '../tree/content-tree.tsx'
import { elementsOf, isTag, textOf, textProp } from '../tree/read-nodes.ts'

export function Stats({ part }: PartProps) {
  const items = [...elementsOf(part.children)].filter(({ tag }) => tag === 'li')
  return (
    <PartSection title={textProp(part, 'title')}>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-x-4 gap-y-8 md:gap-x-6">
        {items.map(({ children: [first, ...rest] }, index) => {
          // If blank lines separate the items of a list, Markdown wraps each item in a paragraph.
          const [figure, ...text] = isTag(first, 'p') ? first.children : [first, ...rest]
          if (!figure) return null
          return (
            <li key={index} className="border-t border-ornament pt-4">
              <span className="display block text-4xl lg:text-5xl">
                {isElement(figure) ? textOf(figure.children) : figure.value}
              </span>
              <span className="mt-2 block text-sm leading-6 wrap-anywhere text-quiet">
                <ContentTree nodes={text.filter((node) => node !== undefined)} />
              </span>
            </li>
          )
        })}
      </ul>
    </PartSection>
  )
}
