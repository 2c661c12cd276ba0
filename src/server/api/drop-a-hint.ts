import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'

import { suppress } from '#server/database/mailing/suppression.ts'
import { addressKey } from '#server/mailing/address-key.ts'
import { dropHint } from '#server/mailing/drop-hint.ts'
import { toHintMessage } from '#server/mailing/hint-message.ts'
import { toLetterPiece } from '#server/mailing/letter-piece.ts'
import { MAILING_SENTENCES } from '#server/mailing/sentences.ts'
import { refuseField } from '#server/refusals/refusal.ts'
import { SENTENCES } from '#server/refusals/sentences.ts'
import { Accepted, DropAHint } from '#shared/api/mailing.ts'
import { DEFAULT_LOCALE, type Locale } from '#shared/i18n/locale.ts'
import type { LetterPiece } from '#shared/letters/letter.ts'

import { addFormManners } from './forms/manners.ts'
import { letterLimits } from './mailing/letter-limits.ts'
import { letterPage, mailingFormWords, sendAccepted } from './mailing/mailing-form.ts'
import { oneClick } from './mailing/one-click.ts'

const PAGE = '/newsletter?tab=hint'

/** `/api/drop-a-hint…`: register with that prefix. */
export const dropAHintRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const stop = async (addressHash: string) => suppress(app.database, addressHash, 'hint')
  await oneClick(app, { path: '/stop', purpose: 'stop', page: '/hints/stop', act: stop })
  await app.register(dropRoute)
}

const dropRoute: FastifyPluginAsyncTypebox = async (app) => {
  const limits = letterLimits(app)
  addFormManners(app, { refusedTo: (request) => letterPage(request, PAGE), words: mailingFormWords })

  app.post(
    '/',
    { schema: { body: DropAHint, response: { 202: Accepted } }, preValidation: limits.ofVisitor },
    async (request, reply) => {
      const { body } = request
      const { lang: language = DEFAULT_LOCALE, variant_id: variantId = null, website } = body
      const recipient = body.recipient_email.trim()
      const recipientKey = addressKey(recipient)
      if (!recipientKey) throw refuseField('recipient_email', MAILING_SENTENCES.recipient)
      const sender = body.sender_email?.trim() || null
      // With a slash in it, an address of a sender could be read, and clicked, as a link.
      if (sender && (!addressKey(sender) || sender.includes('/'))) throw refuseField('sender_email', SENTENCES.email)
      const message = toHintMessage(body.message)
      // Only a machine fills in what nobody sees; it is told what everybody is.
      if (website) return sendAccepted(request, reply, 'hinted', PAGE)

      const piece = variantId === null ? null : await pieceOf(request, variantId, language)
      await limits.hintsOfVisitor(request, reply)
      await limits.ofShop(request, reply, 'all')
      await dropHint(app.mailing, { sender, recipient, recipientKey, message, language, variantId, piece })
      return sendAccepted(request, reply, 'hinted', PAGE)
    },
  )
}

/** The piece as the letter will show it: in its language, at the price of whoever hints. @throws Refusal 400 */
async function pieceOf({ server, visitor }: FastifyRequest, variantId: string, locale: Locale): Promise<LetterPiece> {
  const { regionId } = visitor
  const shop = server.catalog.shopFor(regionId)
  const handle = shop.variantFacts(variantId, locale)?.handle
  const product = handle === undefined ? undefined : shop.product(handle, { locale, regionId })
  const variant = product?.variants.find(({ id }) => id === variantId)
  if (!product || !variant) throw refuseField('variant_id', MAILING_SENTENCES.noSuchPiece)
  return toLetterPiece(product, variant, { origin: server.shopOrigin(), locale })
}
