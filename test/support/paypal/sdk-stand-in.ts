import { PAYPAL_ORIGIN } from '#test/support/paypal/orders.ts'

/**
 * Fake of PayPal's button script: a button that requests an order from the shop, opens PayPal in a window, and reports
 * the shopper's choice to the shop.
 */
export const SDK_STAND_IN = `(() => {
  const script = document.currentScript
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
          addEventListener('message', async function hear({ data, origin }) {
            if (origin !== '${PAYPAL_ORIGIN}' || !data.paypal) return
            removeEventListener('message', hear)
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
  }
})()`
