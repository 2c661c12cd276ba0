import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'

import type { ProductOption } from '#shared/product/product.ts'
import type { ShownProduct } from '#shared/product/shown-product.ts'
import { ASK, type Choice, isSoldOut, optionsInOrder, ringScale, variantsWith } from '#shared/product/variant-choice.ts'

import { useLocalePath } from '../../routing/page-context.tsx'
import { buttonClass, Button } from '../../ui/button.tsx'
import { MetalDot } from '../metal-dot.tsx'

interface ChoiceFormProps {
  product: ShownProduct
  choice: Choice
  /** Code of the option that was missing when the shopper tried to buy. */
  asked: string | undefined
  /** The page's URL without its query. Without JavaScript, the form reloads it with another choice. */
  action: string
  onChoose: (code: string, value: string) => void
}

/**
 * Without JavaScript, the form requests the page of another choice. As soon as the checked values differ from the
 * choice, the form's button appears and Add to cart is hidden (see `data-other`).
 */
export function ChoiceForm({ product, choice, asked, action, onChoose }: ChoiceFormProps) {
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
    <form ref={form} id={CHOICES_ID} action={action} method="get" className="flex scroll-mt-26 flex-col gap-7">
      {options.map((option) => (
        <OptionGroup key={option.id} {...{ option, product, choice, asked, onChoose }} />
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

function OptionGroup({ option, product, choice, asked, onChoose }: OptionGroupProps) {
  const chosen = choice[option.code]
  const isMetal = option.code === 'metal'
  const scale = option.code === 'size' ? ringScale(option) : undefined
  const to = useLocalePath()
  const values = option.values.map((value) => {
    const variants = variantsWith(product, { ...choice, [option.code]: value.code })
    const isMadeToOrder = !isMetal && variants.some(({ lead_days: days }) => days)
    return { ...value, gone: variants.every(isSoldOut), isMadeToOrder }
  })
  return (
    <fieldset>
      <legend className="float-left mb-3 text-sm font-semibold">
        {option.title}{' '}
        {isMetal ? (
          <span className="ml-1 font-normal text-quiet">
            {option.values.find(({ code }) => code === chosen)?.value}
          </span>
        ) : scale ? (
          <span className="ml-1 font-normal text-quiet">
            {scale === 'us' ? (
              <Trans context="ring sizes of the United States">US</Trans>
            ) : (
              <Trans context="ring sizes of Russia">Russian</Trans>
            )}
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
            ? 'clear-both grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] lg:grid-cols-[repeat(auto-fill,minmax(9.25rem,1fr))] gap-1.5'
            : option.code === 'size'
              ? 'clear-both grid grid-cols-[repeat(auto-fill,minmax(3.25rem,1fr))] gap-1.5'
              : 'clear-both flex flex-wrap gap-1.5'
        }
      >
        {values.map(({ id, code, value, gone, isMadeToOrder }) => (
          <label
            key={id}
            data-chosen={code === chosen ? '' : undefined}
            className={`choice-tile ${isMetal ? 'gap-2 px-2 py-1 leading-5' : 'px-2.5'} ${gone ? 'text-quiet line-through decoration-edge' : isMadeToOrder ? 'border-dashed' : ''}`}
          >
            <input
              type="radio"
              name={option.code}
              value={code}
              checked={code === chosen}
              onChange={() => onChoose(option.code, code)}
              aria-describedby={gone ? GONE : undefined}
              data-other={code === chosen ? undefined : ''}
              className="absolute inset-0 appearance-none opacity-0"
            />
            {isMetal ? <MetalDot code={code} className="size-4" /> : null}
            {value}
          </label>
        ))}
      </div>
      {values.some(({ isMadeToOrder }) => isMadeToOrder) ? (
        <p className="mt-2 text-sm text-quiet">
          <Trans>Dashed: made to order</Trans>
        </p>
      ) : null}
      {isMetal ? null : (
        <p role="alert" className="mt-2 text-sm font-medium text-error empty:mt-0">
          {asked === option.code && chosen === undefined ? (
            option.code === 'size' ? (
              <Trans>Please choose a size first.</Trans>
            ) : option.code === 'length' ? (
              <Trans>Please choose a length first.</Trans>
            ) : (
              <Trans>Please choose an option first.</Trans>
            )
          ) : null}
        </p>
      )}
    </fieldset>
  )
}

/** The id of the form of choices. */
const CHOICES_ID = 'choices'

interface ChooseOptionProps {
  option: ProductOption
  /** Called when the shopper tries to buy before the option is chosen. */
  onAsk: (code: string) => void
  /** Given if the button is not beside the product's name. */
  product?: string
  className?: string
}

/** Replaces the Add to cart button while an option is missing. Before hydration, the server answers its request. */
export function ChooseOption({ option: { code }, onAsk, product, className = 'w-full' }: ChooseOptionProps) {
  const { t } = useLingui()
  const label = code === 'size' ? t`Choose a size` : code === 'length' ? t`Choose a length` : t`Choose an option`
  return (
    <Button
      type="submit"
      form={CHOICES_ID}
      formAction={`#${CHOICES_ID}`}
      name={ASK}
      value={code}
      aria-label={product && `${label}: ${product}`}
      className={`group-has-[[data-other]:checked]/buy:hidden ${className}`}
      onClick={(event) => {
        event.preventDefault()
        onAsk(code)
        const value = document.querySelector<HTMLInputElement>(`#${CHOICES_ID} [name="${code}"]`)
        value?.closest('fieldset')?.scrollIntoView({ block: 'center' })
        value?.focus({ preventScroll: true })
      }}
    >
      {label}
    </Button>
  )
}
