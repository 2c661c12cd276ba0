import { Trans } from '@lingui/react/macro'

import { Button } from '../../ui/button.tsx'

/** Of the form of choices, whose sizes are required where none is chosen. */
export const CHOICES_ID = 'choices'

interface ChooseSizeProps {
  /** Told where the shopper wants to buy before a size is chosen. */
  onAsk: () => void
  /** Over the button's words. */
  name?: string | undefined
  className?: string
}

/**
 * Stands in place of the button that adds to the cart until a size is chosen, and leads to the sizes. Before the page is
 * awake, and without JavaScript, the browser itself says that one of them is to be chosen.
 */
export function ChooseSize({ onAsk, name, className = 'w-full' }: ChooseSizeProps) {
  return (
    <Button
      type="submit"
      form={CHOICES_ID}
      aria-label={name}
      className={`group-has-[[data-other]:checked]/buy:hidden ${className}`}
      onClick={(event) => {
        event.preventDefault()
        onAsk()
        const size = document.querySelector<HTMLInputElement>(`#${CHOICES_ID} [name=size]`)
        size?.closest('fieldset')?.scrollIntoView({ block: 'center' })
        size?.focus({ preventScroll: true })
      }}
    >
      <Trans>Choose a size</Trans>
    </Button>
  )
}
