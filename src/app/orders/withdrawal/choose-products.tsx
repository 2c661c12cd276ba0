import { Plural, Trans, useLingui } from '@lingui/react/macro'

import type { WithdrawableLine, Withdrawing } from '#shared/order/withdrawing.ts'
import { writeDay } from '#shared/order/write-moment.ts'

import { LineImage } from '../../cart/parts/line-parts.tsx'
import { useLocalePath, usePage } from '../../routing/page-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/check-field.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'

interface ChooseProductsProps {
  order: Withdrawing
  /** The form was sent without a product that can be withdrawn. */
  isUnchosen: boolean
}

/** The first step: which products, all of them unless the shopper says otherwise. Nothing is declared by it yet. */
export function ChooseProducts({ order: { held, lines, days, lastDay }, isUnchosen }: ChooseProductsProps) {
  const { t } = useLingui()
  const { locale } = usePage()
  const to = useLocalePath()
  return (
    <form action={to('/order/withdraw')} method="get" className="mt-8">
      <input type="hidden" name="order" value={held} />
      <p>
        {lastDay ? (
          <Trans>You can withdraw until {writeDay(lastDay, locale)}, and need not give a reason.</Trans>
        ) : (
          <Plural
            value={days}
            one="You can withdraw until a day after your parcel has reached you, and need not give a reason."
            other="You can withdraw until # days after your parcel has reached you, and need not give a reason."
          />
        )}
      </p>
      {isUnchosen ? (
        <Notice tone="error" className="mt-6">
          <Trans>Please choose at least one piece.</Trans>
        </Notice>
      ) : null}
      <fieldset className="mt-6">
        <legend className="font-semibold">
          <Trans>What do you withdraw from?</Trans>
        </legend>
        <ul aria-label={t`Pieces`} className="mt-3 ruled border-y border-line">
          {lines.map((line) => (
            <li key={line.id} className="flex flex-wrap gap-x-4 gap-y-3 py-4">
              <LineImage source={line.picture} className="size-18" />
              <div className="min-w-0 grow basis-40">
                <Choice line={line} />
              </div>
            </li>
          ))}
        </ul>
      </fieldset>
      <Button type="submit" name="chosen" value="1" className="mt-8 max-sm:w-full">
        <Trans>Go on</Trans>
      </Button>
    </form>
  )
}

function Choice({ line: { id, title, label, left, quantity, isBespoke } }: { line: WithdrawableLine }) {
  const { t } = useLingui()
  if (left === 0) {
    return (
      <>
        <p className="display text-xl/6 break-words">{title}</p>
        <p className="mt-1 text-sm text-quiet">
          {isBespoke ? (
            <Trans>Made for you alone: by law it cannot be withdrawn from.</Trans>
          ) : (
            <Trans>Withdrawn from, or on its way back.</Trans>
          )}
        </p>
      </>
    )
  }
  if (quantity === 1)
    return <Checkbox name={id} value="1" defaultChecked label={title} hint={label} className="-mt-2" />
  return (
    <>
      <p className="display text-xl/6 break-words">{title}</p>
      {label ? <p className="mt-1 text-sm text-quiet">{label}</p> : null}
      <SelectField label={t`How many of ${title}`} name={id} defaultValue={left} className="mt-3 max-w-40">
        {Array.from({ length: left + 1 }, (_, count) => (
          <option key={count} value={count}>
            {count === 0 ? t`None` : count}
          </option>
        ))}
      </SelectField>
    </>
  )
}
