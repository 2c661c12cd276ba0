import { Trans, useLingui } from '@lingui/react/macro'

import type { WithdrawnLine } from '#shared/order/order.ts'
import { LONGEST_REASON, type Withdrawing } from '#shared/order/withdrawing.ts'

import { useLocalePath } from '../../routing/page-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { WithdrawnLines } from './withdrawn-lines.tsx'

interface ConfirmWithdrawalProps {
  order: Withdrawing
  lines: readonly WithdrawnLine[]
  /** All of it, under the shop's signature. */
  statement: string
}

/** The second step: the declaration as it will be kept, and the one button that sends it. */
export function ConfirmWithdrawal({
  order: { held, number, email, isLinked },
  lines,
  statement,
}: ConfirmWithdrawalProps) {
  const { t } = useLingui()
  const to = useLocalePath()
  const back = to(`/order/withdraw?order=${held}`)
  return (
    <form action="/api/orders/withdrawals" method="post" className="mt-8">
      <input type="hidden" name="return_to" value={back} />
      <input type="hidden" name="refused_to" value={back} />
      <input type="hidden" name="statement" value={statement} />
      <p>
        <Trans>I withdraw from the contract for these pieces of order {number}:</Trans>
      </p>
      <WithdrawnLines lines={lines} />
      <p className="mt-4 break-words">
        <Trans>The confirmation of receipt goes to {email}.</Trans>
      </p>
      {isLinked ? null : (
        <p className="mt-4 text-sm text-quiet">
          <Trans>
            You have found this order by its number. To be sure that it is you, we carry the withdrawal out 24 hours
            after you confirm it; until then a link in that email takes it back. It counts from the moment you confirm.
          </Trans>
        </p>
      )}
      <TextAreaField
        label={t`Would you tell us why?`}
        name="reason"
        rows={3}
        maxLength={LONGEST_REASON}
        isOptional
        className="mt-6"
      />
      <div className="mt-8 flex flex-wrap gap-3">
        <Button type="submit" className="max-sm:w-full">
          <Trans>Confirm withdrawal</Trans>
        </Button>
        <ButtonLink href={back} look="outline" className="max-sm:w-full">
          <Trans>Change the choice</Trans>
        </ButtonLink>
      </div>
    </form>
  )
}
