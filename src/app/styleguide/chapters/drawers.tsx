import { useState } from 'react'

import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/overlays/drawer.tsx'
import { useGuideMessages } from '../use-guide-messages.ts'

const SIDES = ['right', 'left', 'bottom'] as const
type Side = (typeof SIDES)[number]

const SIZES: Record<Side, string> = { right: 'w-[90vw] md:w-137.5', left: 'w-[85vw] md:w-96', bottom: '' }

export function Drawers() {
  const { messages: text } = useGuideMessages()
  const [open, setOpen] = useState<Side>()
  return (
    <div className="flex flex-wrap gap-3">
      {SIDES.map((side) => (
        <Button key={side} look="outline" onClick={() => setOpen(side)}>
          {text.open.replace('{side}', text[side])}
        </Button>
      ))}
      {SIDES.map((side) => (
        <Drawer
          key={side}
          title={text.drawerTitle}
          isOpen={open === side}
          onClose={() => setOpen((current) => (current === side ? undefined : current))}
          side={side}
          className={SIZES[side]}
        >
          <p className="max-w-words px-6 py-8 text-quiet md:px-8">{text.drawerText}</p>
        </Drawer>
      ))}
    </div>
  )
}
