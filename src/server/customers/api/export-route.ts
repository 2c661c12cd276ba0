import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyError } from 'fastify'

import { localeOf } from '#server/http/forms/finish.ts'
import { setFlash } from '#server/http/forms/flash.ts'
import { HttpError } from '#server/http/http-error.ts'
import { localePath } from '#shared/i18n/locale.ts'

import { exportAccount } from '../export-account.ts'
import { ACCOUNT_MESSAGES } from '../messages.ts'
import { DETAILS_PAGE } from './account-forms.ts'

export const exportRoute: FastifyPluginAsyncTypebox = async (app) => {
  const exporting = app.limit({
    name: 'account exports',
    max: 5,
    seconds: 3600,
    per: 'account',
    message: ACCOUNT_MESSAGES.tooManyExports,
  })
  // A browser that follows the link gets a page.
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (!(error instanceof HttpError) || !request.headers.accept?.includes('text/html')) throw error
    const locale = localeOf(request)
    setFlash(reply, { message: error.toText(app.translate, locale).message })
    return reply.redirect(localePath(locale, DETAILS_PAGE), 303)
  })

  app.get(
    '/export',
    { schema: { summary: 'All data about the signed-in customer: a zip archive of JSON files' } },
    async (request, reply) => {
      const session = await app.customers.requireSession(request)
      await exporting(request, reply, session.customer_id)
      const archive = await exportAccount(app, session, localeOf(request))
      return reply
        .type('application/zip')
        .header('content-disposition', 'attachment; filename="my-data.zip"')
        .send(Buffer.from(archive))
    },
  )
}
