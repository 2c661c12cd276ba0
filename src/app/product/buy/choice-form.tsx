import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'

import type { ProductOption } from '#shared/product/product.ts'
import type { ShownProduct, ShownVariant } from '#shared/product/shown-product.ts'
import { isSoldOut, optionsInOrder, variantWith } from '#shared/product/variant-choice.ts'

import { useLocalePath } from '../../routing/page-context.tsx'
import { buttonClass, Button } from '../../ui/button.tsx'
import { MetalDot } from '../metal-dot.tsx'

interface ChoiceFormProps {
  product: ShownProduct
  variant: ShownVariant
  /** False if no size is chosen yet. */
  isSized: boolean
  /** Whether the shopper tried to buy without choosing a size. */
  isAsked: boolean
  /** The URL of the page without its query. Without JavaScript, the form reloads this page with another choice. */
  action: string
  onChoose: (code: string, value: string) => void
}

/**
 * Metal and size as radio groups. Without JavaScript, the form requests the page of another choice from the server. As
 * soon as the checked values differ from the shown variant, the form's button appears and Add to cart is hidden (see
 * `data-other`).
 */
export function ChoiceForm({ product, variant, isSized, isAsked, action, onChoose }: ChoiceFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const options = optionsInOrder(product).filter(({ values }) => values.length > 1)

  useEffect(() => {
    // Applies choices that were made before hydration.
    for (const input of form.current?.querySelectorAll<HTMLInputElement>('input[data-other]:checked') ?? []) {
      onChoose(input.name, input.value)
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, at hydration
  }, [])

  if (options.length === 0) return null
  return (
    <form ref={form} id={CHOICES_ID} action={action} method="get" className="flex flex-col gap-7">
      {options.map((option) => (
        <OptionGroup key={option.id} {...{ option, product, variant, isSized, isAsked, onChoose }} />
      ))}
      <button
        type="submit"
        className={buttonClass('outline', 'hidden! group-has-[[data-other]:checked]/buy:inline-flex!')}
      >
        <Trans>Show this option</Trans>
      </button>
      <p id={GONE} hidden>
        <Trans>Sold out</Trans>
      </p>
    </form>
  )
}

/** Id of the text that explains unavailable values. */
const GONE = 'gone'

type OptionGroupProps = Omit<ChoiceFormProps, 'action'> & { option: ProductOption }

function OptionGroup({ option, product, variant, isSized, isAsked, onChoose }: OptionGroupProps) {
  const isMissing = option.code === 'size' && !isSized
  const chosen = isMissing ? undefined : variant.options[option.code]
  const isMetal = option.code === 'metal'
  const to = useLocalePath()
  return (
    <fieldset>
      <legend className="float-left mb-3 text-sm font-semibold">
        {option.title}{' '}
        {isMetal ? (
          <span className="ml-1 font-normal text-quiet">
            {option.values.find(({ code }) => code === chosen)?.value}
          </span>
        ) : null}
      </legend>
      {option.code === 'size' ? (
        <a
          href={to('/blogs/ring-sizes')}
          data-popup="size-chart"
          className="quiet-link float-right -mt-0.5 mb-2 inline-block py-0.5 text-sm"
        >
          <Trans>Size chart</Trans>
        </a>
      ) : null}
      <div
        className={
          isMetal
            ? 'clear-both grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] md:grid-cols-[repeat(auto-fill,minmax(9.25rem,1fr))] gap-1.5'
            : 'clear-both flex flex-wrap gap-1.5'
        }
      >
        {option.values.map(({ id, code, value }) => {
          const targets =
            isSized || option.code === 'size'
              ? [variantWith(product, variant, option.code, code)]
              : product.variants.filter((other) => other.options[option.code] === code)
          const gone = targets.every((target) => target === undefined || isSoldOut(target))
          return (
            <label
              key={id}
              data-chosen={code === chosen ? '' : undefined}
              className={`relative flex min-h-11 min-w-11 items-center justify-center rounded-sm border border-edge text-sm transition-colors duration-200 hover:border-ink has-checked:border-ink has-checked:shadow-[inset_0_0_0_1px_var(--ink)] has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-ink forced-colors:has-checked:border-4 ${isMetal ? 'gap-2 px-2' : 'px-2.5'} ${gone ? 'text-quiet line-through decoration-edge' : ''}`}
            >
              <input
                type="radio"
                name={option.code}
                value={code}
                checked={code === chosen}
                required={isMissing}
                onChange={() => onChoose(option.code, code)}
                aria-describedby={gone ? GONE : undefined}
                data-other={code === chosen ? undefined : ''}
                className="absolute inset-0 appearance-none opacity-0"
              />
              {isMetal ? <MetalDot code={code} className="size-4" /> : null}
              {value}
            </label>
          )
        })}
      </div>
      {option.code === 'size' ? (
        <p role="alert" className="mt-2 text-sm font-medium text-error empty:mt-0">
          {isMissing && isAsked ? <Trans>Please choose a size first.</Trans> : null}
        </p>
      ) : null}
    </fieldset>
  )
}

/** The id of the form of choices. Its size is required until one is chosen. */
const CHOICES_ID = 'choices'

interface ChooseSizeProps {
  /** Called when the shopper tries to buy before a size is chosen. */
  onAsk: () => void
  /** Text that replaces the button's label for screen readers. */
  name?: string | undefined
  className?: string
}

/**
 * Replaces the Add to cart button until a size is chosen, and moves the focus to the sizes. Before hydration and
 * without JavaScript, the browser's validation asks for a size.
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
