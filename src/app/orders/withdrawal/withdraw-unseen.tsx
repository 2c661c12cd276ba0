import { Trans, useLingui } from '@lingui/react/macro'

import type { WithdrawingUnseen } from '#shared/order/withdrawing.ts'

import { useLocalePath } from '../../routing/page-context.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'

interface WithdrawUnseenProps {
  order: WithdrawingUnseen
  /** What is wrong with the address that was typed. */
  error: string | undefined
  typed: string | undefined
}

/** While the order cannot be shown: a withdrawal from all of it, so that no one misses their last day by us. */
export function WithdrawUnseen({ order: { held, number, statement }, error, typed }: WithdrawUnseenProps) {
  const { t } = useLingui()
  const to = useLocalePath()
  const back = to(`/order/withdraw?order=${held}`)
  return (
    <form action="/api/orders/withdrawals" method="post" noValidate className="mt-8 flex flex-col gap-5">
      <input type="hidden" name="return_to" value={back} />
      <input type="hidden" name="refused_to" value={back} />
      <input type="hidden" name="statement" value={statement} />
      <p>
        <Trans>
          We cannot show the pieces of your order at the moment. To choose among them, come back a little later; to
          withdraw from all of it, you need not wait.
        </Trans>
      </p>
      <p>
        <Trans>I withdraw from the contract for all pieces of order {number}.</Trans>
      </p>
      <TextField
        label={t`The email address of the order, for the confirmation of receipt`}
        name="email"
        type="email"
        autoComplete="email"
        required
        defaultValue={typed}
        error={error}
      />
      <Button type="submit" className="sm:self-start">
        <Trans>Confirm withdrawal</Trans>
      </Button>
    </form>
  )
}
