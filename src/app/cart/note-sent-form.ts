declare global {
  /** True once the browser itself sends a form of this document. */
  var hasSentForm: true | undefined
}

/**
 * Notes that the browser sends a form, such as one that adds a product before the scripts have arrived. Its response
 * sets the cookie of the cart, so this document must not create another cart meanwhile.
 *
 * The source of this function is part of the inline script, so it must not use anything outside itself.
 */
export function noteSentForm(): void {
  addEventListener('submit', ({ defaultPrevented }) => {
    if (!defaultPrevented) globalThis.hasSentForm = true
  })
}
