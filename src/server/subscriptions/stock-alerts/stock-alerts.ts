import { addressKey, recipientHash } from '#server/email/email-tokens.ts'
import { HttpError, refuseField } from '#server/http/http-error.ts'
import { maskEmailAddress } from '#shared/email/is-email-address.ts'
import { DEFAULT_LOCALE, type Locale } from '#shared/i18n/locale.ts'
import type { StockAlertsView } from '#shared/newsletter/stock-alert.ts'
import { productPath } from '#shared/page/page-paths.ts'
import type { Product, Variant } from '#shared/product/product.ts'
import { choiceQuery, isSoldOut } from '#shared/product/variant-choice.ts'

import { toEmailProduct } from '../drop-hint.ts'
import type { Mailing } from '../mailing.ts'
import { MAILING_MESSAGES } from '../messages.ts'
import { lockRecipient } from '../subscriptions-queries.ts'
import {
  alertsOf,
  awaitedVariants,
  claimAsking,
  confirmAlerts,
  deleteAlerts,
  forgetAlerts,
  isConfirmedAddress,
  keepStockAlert,
  takeAlerts,
} from './stock-alerts-queries.ts'

/** Undefined if the shop does not sell the variant. */
export type FindVariant = (
  variantId: string,
  view: { locale: Locale; regionId: string },
) => { product: Product; variant: Variant } | undefined

export interface StockAlertsOptions {
  mailing: Mailing
  find: FindVariant
  origin: () => string
}

export type StockAlerts = ReturnType<typeof createStockAlerts>

/** More than a shopper needs, and few enough that no inbox is flooded. */
const MAX_OF_ADDRESS = 20
/** The privacy policy states both. The first is also the validity that the email states. */
const DAYS = { unconfirmed: 7, confirmed: 180 }
const BATCH = 50

export function createStockAlerts({ mailing, find, origin }: StockAlertsOptions) {
  const { database, emails, links, tokens } = mailing

  function emailProductOf(variantId: string, view: { locale: Locale; regionId: string }) {
    const found = find(variantId, view)
    return (
      found && toEmailProduct(found.product, found.variant, { origin: origin(), locale: view.locale, isSized: true })
    )
  }

  async function sendBatch(variantId: string): Promise<number> {
    return database.transaction(async (tx) => {
      const taken = await takeAlerts(tx, variantId, BATCH)
      for (const { email, recipient_hash: hash, language: locale, region_id: regionId } of taken) {
        const piece = emailProductOf(variantId, { locale, regionId })
        // Rolls back, so that the request waits until the catalog knows the variant again.
        if (!piece) throw new Error('A variant left the catalog while its stock alerts were sent.')
        const facts = { piece, stopUrl: links.stockAlerts(locale, hash) }
        await emails.queue(tx, {
          to: email,
          letter: { name: 'back-in-stock', locale, facts },
          unsubscribeUrl: links.stopStockAlertsAtOnce(locale, hash),
        })
      }
      return taken.length
    })
  }

  /** Deletes each request in the transaction that queues its email. Several processes may call it at the same time. */
  async function sendDue(): Promise<number> {
    let sent = 0
    for (const variantId of await awaitedVariants(database)) {
      const found = find(variantId, { locale: DEFAULT_LOCALE, regionId: '' })
      if (!found || isSoldOut(found.variant)) continue
      for (let batch = BATCH; batch === BATCH; sent += batch) batch = await sendBatch(variantId)
    }
    return sent
  }

  return {
    /** The caller cannot find out whether the address is known. Throws HttpError 400 if not sold or in stock, 429. */
    async request({
      email,
      variantId,
      language,
      regionId,
    }: {
      email: string
      variantId: string
      language: Locale
      regionId: string
    }) {
      const emailKey = addressKey(email)
      if (!emailKey) throw new TypeError('The address has to be checked before.')
      const english = find(variantId, { locale: DEFAULT_LOCALE, regionId })
      const piece = emailProductOf(variantId, { locale: language, regionId })
      if (!english || !piece) throw refuseField('variant_id', MAILING_MESSAGES.noSuchProduct)
      if (!isSoldOut(english.variant)) throw refuseField('variant_id', MAILING_MESSAGES.inStock)
      const hash = recipientHash(emailKey)
      await database.transaction(async (tx) => {
        await lockRecipient(tx, hash)
        const known = await alertsOf(tx, hash)
        if (known.length >= MAX_OF_ADDRESS && known.every((alert) => alert.variant_id !== variantId)) throw tooMany()
        const isConfirmed = await isConfirmedAddress(tx, emailKey)
        await keepStockAlert(tx, {
          email,
          emailKey,
          recipientHash: hash,
          variantId,
          sku: english.variant.sku,
          piece: nameOf(english.product, english.variant),
          language,
          regionId,
          isConfirmed,
        })
        if (isConfirmed || !(await claimAsking(tx, hash))) return
        const stopUrl = links.stockAlerts(language, hash)
        await emails.queue(tx, {
          to: email,
          letter: { name: 'confirm-stock-alert', locale: language, facts: { piece, confirmUrl: stopUrl } },
          unsubscribeUrl: links.stopStockAlertsAtOnce(language, hash),
          isUnconfirmed: true,
        })
      })
    },

    async open(token: string, locale: Locale): Promise<StockAlertsView> {
      const read = tokens.read('stock-alert', token)
      if (read.state === 'damaged') return { link: 'damaged', address: null, products: [] }
      const alerts = await alertsOf(database, read.subject)
      return {
        link: 'good',
        address: alerts[0] ? maskEmailAddress(alerts[0].email) : null,
        products: alerts.map((alert) => {
          const found = find(alert.variant_id, { locale, regionId: alert.region_id })
          const isConfirmed = alert.confirmed_at !== null
          if (!found) return { name: alert.piece, path: null, isConfirmed }
          const { product, variant } = found
          const path = `${productPath(product.handle)}${choiceQuery(product, variant.options)}`
          return { name: nameOf(product, variant), path, isConfirmed }
        }),
      }
    },

    /** Also sends the emails of variants that are back already. */
    async confirm(hash: string) {
      await confirmAlerts(database, hash)
      await sendDue()
    },

    stop: (hash: string) => deleteAlerts(database, hash),
    sendDue,
    forget: () => forgetAlerts(database, DAYS),
  }
}

/** `Round solitaire ring · Yellow gold · 7` */
function nameOf({ title, options }: Product, variant: Variant): string {
  const chosen = options.flatMap(({ code, values }) =>
    values.length > 1 ? (values.find((value) => value.code === variant.options[code])?.value ?? []) : [],
  )
  return [title, ...chosen].join(' · ')
}

function tooMany(): HttpError {
  const message = MAILING_MESSAGES.enoughAlerts
  return new HttpError(429, { message, fields: { email: message } })
}
