import { useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import type { Flash } from '#shared/api/shop-data.ts'

import { useLocalePath } from '../routing/page-context.tsx'
import { PageHead } from '../routing/page-head.tsx'
import { shopDataContext } from '../routing/shop-data.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'

export async function loader({ context }: LoaderFunctionArgs): Promise<{ flash: Flash | null }> {
  return { flash: context.get(shopDataContext).flash() }
}

/** Where a guest finds an order again, in any browser. */
export function Component() {
  const { t } = useLingui()
  const to = useLocalePath()
  const { flash } = useLoaderData<{ flash: Flash | null }>()
  const title = t`Find an order`
  const help = t`Its number stands in the letter that came when you placed it.`
  return (
    <>
      <PageHead title={title} description={help} noindex />
      <div className="page-width py-12 md:py-20">
        <div className="max-w-120">
          <h1 className="display text-3xl md:text-4xl">{title}</h1>
          <p className="mt-4 text-quiet">{help}</p>
          {flash && !flash.fields ? (
            <Notice tone="error" className="mt-6">
              {flash.message}
            </Notice>
          ) : null}
          <form action="/api/orders/find" method="post" noValidate className="mt-8 space-y-5">
            <input type="hidden" name="return_to" value={to('/order/find')} />
            <TextField
              label={t`Number of the order`}
              name="number"
              inputMode="numeric"
              autoComplete="off"
              required
              defaultValue={flash?.values?.['number']}
              error={flash?.fields?.['number']}
            />
            <TextField
              label={t`Email`}
              name="email"
              type="email"
              autoComplete="email"
              required
              defaultValue={flash?.values?.['email']}
              error={flash?.fields?.['email']}
            />
            <Button type="submit" className="w-full">
              {title}
            </Button>
          </form>
        </div>
      </div>
    </>
  )
}
