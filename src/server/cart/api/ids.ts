const ID_FORMS = {
  cart: /^cart_[A-Za-z0-9]{1,64}$/,
  /** A line, or the variant that it is of: who has just asked for one does not know what it is called. */
  line: /^(?:cali|variant)_[A-Za-z0-9]{1,64}$/,
  order: /^order_[A-Za-z0-9]{1,64}$/,
}

export type IdKind = keyof typeof ID_FORMS

/** Whether a text could be an id of the backend's; nothing else may become part of a path of its. */
export function isId(kind: IdKind, text: string): boolean {
  return ID_FORMS[kind].test(text)
}
