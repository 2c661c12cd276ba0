import { Trans, useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import type { Flash } from '#shared/shop-data.ts'

import { useLocalePath } from '../routing/page-context.tsx'
import { PageHead } from '../routing/page-head.tsx'
import { shopDataContext } from '../routing/shop-data.ts'
import { Button } from '../ui/button.tsx'
import { EmailField, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'

interface FindPageData {
  flash: Flash | null
  isForWithdrawal: boolean
}

export async function loader({ request, context }: LoaderFunctionArgs): Promise<FindPageData> {
  const isForWithdrawal = new URL(request.url).searchParams.get('for') === 'withdrawal'
  return { flash: context.get(shopDataContext).flash(), isForWithdrawal }
}

export function Component() {
  const { t } = useLingui()
  const to = useLocalePath()
  const { flash, isForWithdrawal } = useLoaderData<FindPageData>()
  const here = to(isForWithdrawal ? '/order/find?for=withdrawal' : '/order/find')
  const title = t`Find an order`
  const help = t`You’ll find the order number in your confirmation email. It looks like K7QM-4T2X-5.`
  return (
    <>
      <PageHead title={title} description={help} noindex />
      <div className="page-width py-12 md:py-20">
        <div className="max-w-120">
          <h1 className="display text-3xl md:text-4xl">{title}</h1>
          <p className="mt-4 text-quiet">{help}</p>
          {flash && !flash.fields ? (
            <Notice tone={flash.done ? 'plain' : 'error'} className="mt-6">
              {flash.message}
            </Notice>
          ) : null}
          <form action="/api/orders/find" method="post" noValidate className="mt-8 flex flex-col gap-5">
            <input
              type="hidden"
              name="return_to"
              value={to(isForWithdrawal ? '/order/withdraw?order=found' : '/order/found')}
            />
            <input type="hidden" name="refused_to" value={here} />
            <TextField
              label={t`Order number`}
              name="number"
              autoCapitalize="characters"
              spellCheck={false}
              autoComplete="off"
              required
              defaultValue={flash?.values?.['number']}
              error={flash?.fields?.['number']}
            />
            <EmailField defaultValue={flash?.values?.['email']} error={flash?.fields?.['email']} />
            <Button type="submit" className="w-full">
              {title}
            </Button>
            <Button type="submit" look="outline" formAction="/api/orders/send-link" className="w-full">
              <Trans>Email me the link to my order</Trans>
            </Button>
          </form>
        </div>
      </div>
    </>
  )
}
