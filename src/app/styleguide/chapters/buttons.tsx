import { useEffect, useState } from 'react'

import { Button, type ButtonLook } from '../../ui/button.tsx'
import { BothModes, Sample } from '../sample.tsx'
import { useGuideMessages } from '../use-guide-messages.ts'

/** Equal the `hover:` classes of each look, to show them without a pointer. */
const HOVERED: Record<ButtonLook, string> = {
  solid: 'bg-ink/88!',
  outline: 'border-ink!',
  quiet: 'text-gold!',
}
const FOCUSED = 'outline-2 outline-offset-3 outline-ink'
const WORK_MS = 2000

export function Buttons() {
  const { messages: text } = useGuideMessages()
  return (
    <>
      <BothModes>
        {() => (
          <div className="flex flex-col gap-9">
            {(['solid', 'outline', 'quiet'] as const).map((look) => (
              <div key={look} className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
                <Sample name={text.idle}>
                  <Button look={look}>{text[look]}</Button>
                </Sample>
                <Sample name={text.hover}>
                  <Button look={look} className={HOVERED[look]}>
                    {text[look]}
                  </Button>
                </Sample>
                <Sample name={text.focus}>
                  <Button look={look} className={FOCUSED}>
                    {text[look]}
                  </Button>
                </Sample>
                <Sample name={text.disabled}>
                  <Button look={look} disabled>
                    {text[look]}
                  </Button>
                </Sample>
                <Sample name={text.busy}>
                  <Button look={look} busy>
                    {text[look]}
                  </Button>
                </Sample>
              </div>
            ))}
          </div>
        )}
      </BothModes>
      <Sample name={text.tryBusyNote} className="items-start">
        <WorkingButton />
      </Sample>
    </>
  )
}

/** Busy for two seconds after a click. */
function WorkingButton() {
  const { messages: text } = useGuideMessages()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    if (!isBusy) return undefined
    const timer = setTimeout(() => setBusy(false), WORK_MS)
    return () => clearTimeout(timer)
  }, [isBusy])
  return (
    <Button busy={isBusy} onClick={() => setBusy(true)}>
      {text.tryBusy}
    </Button>
  )
}
