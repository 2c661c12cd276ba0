import { PAYPAL_ORIGIN } from './orders.ts'
import type { Feature } from './state.ts'

/**
 * Fake of PayPal's script: a button that requests an order from the shop, opens PayPal in a window, and reports the
 * shopper's choice to the shop; the fields of a card; and the calls of the wallets.
 * @param features what the account accepts
 */
export function sdkStandIn(features: ReadonlySet<Feature>): string {
  const has = (feature: Feature) => String(features.has(feature))
  return `(() => {
  const script = document.currentScript
  async function confirm(orderId, card) {
    const response = await fetch('${PAYPAL_ORIGIN}/confirm?' + new URLSearchParams({ token: orderId, card }))
    if (!response.ok) throw new Error('PayPal refused the payment')
    return response.json()
  }
  globalThis[script.dataset.namespace || 'paypal'] = {
    version: 'stand-in',
    FUNDING: { PAYPAL: 'paypal', APPLEPAY: 'applepay' },
    Buttons: (options) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = 'PayPal'
      button.addEventListener('click', pay)
      async function pay() {
        const popup = open('about:blank', 'paypal', 'popup,width=450,height=600')
        try {
          const orderID = await options.createOrder({})
          addEventListener('message', async function receive({ data, origin }) {
            if (origin !== '${PAYPAL_ORIGIN}' || !data.paypal) return
            removeEventListener('message', receive)
            if (data.paypal === 'cancel') await options.onCancel?.({ orderID })
            else await options.onApprove({ orderID, payerID: 'PAYER1' }, {})
          })
          popup.location = '${PAYPAL_ORIGIN}/checkoutnow?popup=1&token=' + encodeURIComponent(orderID)
        } catch (error) {
          popup.close()
          options.onError?.(error)
        }
      }
      return {
        isEligible: () => !options.fundingSource || options.fundingSource === 'paypal',
        render: async (place) => {
          const host = typeof place === 'string' ? document.querySelector(place) : place
          host.append(button)
        },
        close: async () => button.remove(),
      }
    },
    CardFields: (options) => {
      const inputs = {}
      const field = (name, label) => () => {
        const input = document.createElement('input')
        input.ariaLabel = label
        inputs[name] = input
        return {
          render: async (place) => place.append(input),
          focus: () => input.focus(),
          close: async () => input.remove(),
        }
      }
      const checks = {
        INVALID_NUMBER: () => inputs.number.value.replaceAll(' ', '').length >= 12,
        INVALID_EXPIRY: () => inputs.expiry.value.length > 3,
        INVALID_CVV: () => inputs.cvv.value.length >= 3,
      }
      return {
        isEligible: () => ${has('card-fields')},
        NumberField: field('number', 'Number of the card'),
        ExpiryField: field('expiry', 'Expiry of the card'),
        CVVField: field('cvv', 'Code of the card'),
        getState: async () => {
          const errors = Object.keys(checks).filter((error) => !checks[error]())
          return { errors, isFormValid: errors.length === 0, cards: [], fields: {} }
        },
        submit: async () => {
          try {
            const orderID = await options.createOrder()
            await confirm(orderID, inputs.number.value.replaceAll(' ', ''))
            await options.onApprove({ orderID })
          } catch (error) {
            options.onError(error)
            throw error
          }
        },
      }
    },
    Applepay: () => ({
      config: async () => ({
        isEligible: ${has('applepay')},
        countryCode: 'US',
        merchantCapabilities: ['supports3DS'],
        supportedNetworks: ['visa'],
      }),
      validateMerchant: async ({ validationUrl }) => ({ merchantSession: { validationUrl } }),
      confirmOrder: async ({ orderId, token }) => confirm(orderId, token),
    }),
    Googlepay: () => ({
      config: async () => ({
        isEligible: ${has('googlepay')},
        countryCode: 'US',
        apiVersion: 2,
        apiVersionMinor: 0,
        allowedPaymentMethods: [{ type: 'CARD' }],
        merchantInfo: { merchantId: 'M1' },
      }),
      confirmOrder: async ({ orderId, paymentMethodData }) => confirm(orderId, paymentMethodData.token),
      initiatePayerAction: async () => {},
    }),
  }
})()`
}

export const GOOGLE_PAY_STAND_IN = `(() => {
  class PaymentsClient {
    constructor({ paymentDataCallbacks }) {
      this.callbacks = paymentDataCallbacks
    }
    async isReadyToPay() {
      return { result: true }
    }
    createButton({ onClick }) {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = 'Google Pay'
      button.addEventListener('click', onClick)
      return button
    }
    async loadPaymentData(request) {
      document.documentElement.dataset.googlePayPrice = request.transactionInfo.totalPrice
      const result = await this.callbacks.onPaymentAuthorized({ paymentMethodData: { token: 'google' } })
      if (result.transactionState !== 'SUCCESS') throw new Error('closed')
    }
  }
  globalThis.google = { payments: { api: { PaymentsClient } } }
})()`
