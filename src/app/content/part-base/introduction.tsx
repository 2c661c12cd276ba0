import type { ContentElement, ContentNode } from '#content/document.ts'

import { buttonClass, type ButtonLook } from '../../ui/button.tsx'
import { ContentTree } from '../tree/content-tree.tsx'
import { useLink } from '../tree/use-link.ts'

export function PartText({ nodes, className }: { nodes: readonly ContentNode[]; className: string }) {
  return (
    <div className={`flex flex-col gap-4 ${className}`}>
      <ContentTree nodes={nodes} />
    </div>
  )
}

interface ActionsProps {
  /** The first link is a button. */
  links: readonly ContentElement[]
  look?: ButtonLook
  className?: string
}

export function Actions({ links, look = 'solid', className = 'mt-8' }: ActionsProps) {
  const link = useLink()
  if (links.length === 0) return null
  return (
    <div className={`flex flex-wrap items-center gap-x-7 gap-y-2 ${className}`}>
      {links.map(({ props, children }, index) => (
        <a
          key={index}
          {...link(props['href'])}
          className={
            index === 0
              ? buttonClass(look, look === 'solid' ? 'min-w-[min(12rem,100%)]' : '')
              : buttonClass('quiet', 'quiet-link')
          }
        >
          <ContentTree nodes={children} />
        </a>
      ))}
    </div>
  )
}
