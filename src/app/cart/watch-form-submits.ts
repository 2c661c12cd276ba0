declare global {
  var hasSubmittedForm: true | undefined
}

/**
 * The response to a form sets the cookie of the cart, so this document must not create another cart meanwhile. This
 * function's source is part of the inline script, so it must not use anything outside itself.
 */
export function watchFormSubmits(): void {
  addEventListener('submit', ({ defaultPrevented }) => {
    if (!defaultPrevented) globalThis.hasSubmittedForm = true
  })
}
