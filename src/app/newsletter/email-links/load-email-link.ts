import type { LoaderFunctionArgs } from 'react-router'

import type { MailingPage, MailingView } from '#shared/newsletter/mailing.ts'
import type { Flash } from '#shared/shop-data.ts'

import { shopDataContext } from '../../routing/shop-data.ts'

export interface EmailLinkData {
  view: MailingView
  token: string
  flash: Flash | null
}

/** The token in the page's URL gives access to this data. */
export async function loadEmailLink(
  { request, context }: LoaderFunctionArgs,
  page: MailingPage,
): Promise<EmailLinkData> {
  const shop = context.get(shopDataContext)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  return { view: await shop.mailing(page, token), token, flash: shop.flash() }
}
